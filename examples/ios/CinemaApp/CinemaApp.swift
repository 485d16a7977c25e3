#if canImport(SwiftUI)
    import SwiftUI

    @main
    struct CinemaApp: App {
        private let home = Home()

        var body: some Scene {
            WindowGroup {
                HomeView(home: home).task { await home.open("ana-ribeiro") }
            }
        }
    }

    struct HomeView: View {
        let home: Home

        var body: some View {
            VStack(alignment: .leading, spacing: 16) {
                if let headline = home.headline {
                    Text(headline).font(.largeTitle).onTapGesture { home.bannerTapped() }
                }
                ForEach(home.teasers) { Text($0.data.title ?? "") }
                Button("Watch a drama") { home.watched("drama") }
            }
            .padding(24)
        }
    }
#endif
