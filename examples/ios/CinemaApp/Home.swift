#if canImport(UnderstudyCode)
    import UnderstudyCode
#endif

/// What the home screen shows and does. Nothing in here knows a screen, so that it runs without a device.
struct Home: Sendable {
    private let homepage = Cinema.collections.homepage

    /// The banner's headline; nil while it is off.
    var headline: String? { homepage.banner.enabled ? homepage.banner.data.headline : nil }

    /// The teasers of the body, in order.
    var teasers: [Cinema.Teaser] {
        guard homepage.body.enabled else { return [] }
        return homepage.body.children.map { child in
            switch child {
            case let .teaser(teaser): teaser
            }
        }
    }

    func open(_ userId: String?) async {
        Cinema.client.sessionLock = false
        await Cinema.session.start(.init(userId: userId))
    }

    func watched(_ genre: String) {
        Cinema.session.track("movie/watched", .init(pair1: ("genre", genre)))
    }

    func bannerTapped() {
        homepage.banner.track("banner/clicked")
    }
}
