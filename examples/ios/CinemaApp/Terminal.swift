#if !canImport(SwiftUI)
    import Foundation
    #if canImport(UnderstudyCode)
        import UnderstudyCode
    #endif

    /// The same app where there is no SwiftUI: it prints what it shows, and each line that is put in is a drama that was watched.
    @main
    enum Terminal {
        static func main() async {
            let home = Home()
            let changes = Cinema.client.changes
            await home.open("ana-ribeiro")
            show(home)
            // A thread of its own: those of async functions must not wait.
            Thread.detachNewThread {
                while readLine() != nil {
                    home.watched("drama")
                    Cinema.session.flush()
                }
                exit(0)
            }
            for await _ in changes { show(home) }
        }

        private static func show(_ home: Home) {
            print(([home.headline ?? "(no banner)"] + home.teasers.map { $0.data.title ?? "" }).joined(separator: " · "))
        }
    }
#endif
