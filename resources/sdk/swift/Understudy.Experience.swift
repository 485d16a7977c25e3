extension Understudy {
    /// Where something of a Space is: its client, its id and its key, "<collection>.<experience or section>".
    public struct Place: Sendable {
        let client: Client
        let id: String
        let key: String

        public init(_ client: Client, id: String, key: String) {
            self.client = client
            self.id = id
            self.key = key
        }

        var seen: State { client.engine.see(id) }
        var fallback: State { client.engine.states.fallback(id) }

        /// What `read` gives now, and each time that it may be another.
        func following<Shown: Sendable>(_ read: @escaping @Sendable () -> Shown) -> AsyncStream<Shown> {
            let (changes, id) = (client.changes, id)
            return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
                continuation.yield(read())
                let task = Task {
                    for await ids in changes where ids.contains(id) { continuation.yield(read()) }
                    continuation.finish()
                }
                continuation.onTermination = { _ in task.cancel() }
            }
        }
    }

    /// The data of an Experience.
    public protocol ExperienceData: Sendable {
        init(_ values: Values)
    }

    /// One controlled component of the app. Before the first answer, and wherever there is none, it is as its fallback.
    public protocol Experience: Identifiable, Sendable {
        associatedtype Data: ExperienceData
        /// The key of its type.
        static var type: String { get }
        var place: Place { get }
    }

    /// An ordered list of Experiences. Before the first answer, and wherever there is none, it is as its fallback.
    public protocol Section: Identifiable, Sendable {
        associatedtype Child: Sendable
        var place: Place { get }
        /// Those that it may show, by the Experience's id.
        var known: [String: Child] { get }
    }
}

extension Understudy.Experience {
    public var id: String { place.id }
    /// "<collection>.<experience>".
    public var key: String { place.key }
    public var enabled: Bool { place.seen.enabled }
    /// What to show.
    public var data: Data { read(place.seen) }
    /// Whether the fallback is enabled. Reading it locks nothing.
    public var defaultEnabled: Bool { place.fallback.enabled }
    /// The fallback's data. Reading it locks nothing.
    public var defaultData: Data { read(place.fallback) }

    /// What to show now, or nil while it is off, and each time that it may be another. Following reads it.
    public var shown: AsyncStream<Data?> { place.following { enabled ? data : nil } }

    /// Tracks an event of this Experience.
    public func track(_ name: String, _ metadata: Understudy.Metadata? = nil) {
        place.client.engine.track(name, metadata, experienceId: id)
    }

    private func read(_ state: Understudy.State) -> Data { state.made { Data(Understudy.Values(data: $0.data)) } }
}

extension Understudy.Section {
    public var id: String { place.id }
    /// "<collection>.<section>".
    public var key: String { place.key }
    public var enabled: Bool { place.seen.enabled }
    /// What to show, in order. Experiences that this code does not know are left out.
    public var children: [Child] { read(place.seen) }
    /// Whether the fallback is enabled. Reading it locks nothing.
    public var defaultEnabled: Bool { place.fallback.enabled }
    /// The fallback's children. Reading it locks nothing.
    public var defaultChildren: [Child] { read(place.fallback) }

    /// What to show now, empty while it is off, and each time that it may be another list. Following reads it.
    public var shown: AsyncStream<[Child]> { place.following { enabled ? children : [] } }

    private func read(_ state: Understudy.State) -> [Child] { state.children.compactMap { known[$0] } }
}
