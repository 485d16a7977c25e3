import Foundation

extension Understudy {
    /// What is told to whoever develops the app. `once`: each text once a client, so that nothing floods the log.
    final class Telling: Sendable {
        let log = Locked<@Sendable (String) -> Void> { line in
            FileHandle.standardError.write(Foundation.Data("\(line)\n".utf8))
        }
        private let said = Locked<Set<String>>([])
        private static let mostSaid = 200

        func error(_ text: String) { write("[understudy] error: \(text)") }

        func warn(_ text: String) { write("[understudy] \(text)") }

        func warnOnce(_ text: String) {
            // A bound: texts may hold what a server said.
            if said.with({ $0.count >= Self.mostSaid ? !$0.contains(text) : $0.insert(text).inserted }) { warn(text) }
        }

        private func write(_ line: String) { log.with { $0 }(line) }
    }

    /// The client's settings. A wrong value changes nothing: the app must not break because of us.
    final class Settings: Sendable {
        #if os(tvOS)
            /// An Apple TV lets an app write nowhere else; the system may empty it while the app is not open.
            private static var place: FileManager.SearchPathDirectory { .cachesDirectory }
        #else
            private static var place: FileManager.SearchPathDirectory { .applicationSupportDirectory }
        #endif

        struct Values {
            var apiKey: String
            var serviceUrl = "http://127.0.0.1:4748"
            var waitTimeMsec = 2000
            var folder = FileManager.default.urls(for: Settings.place, in: .userDomainMask).first?
                .appendingPathComponent("understudy")
            var isStarted = false
        }

        let telling: Telling
        private let values: Locked<Values>
        private static let mostKey = 200
        /// In ms, some 25 days: the same in every language.
        private static let mostWait = 2_147_483_647

        init(_ telling: Telling, apiKey: String) {
            self.telling = telling
            values = Locked(Values(apiKey: apiKey))
        }

        var now: Values { values.with { $0 } }

        /// From now on the session's address and key stay.
        func onStart() { values.with { $0.isStarted = true } }

        func assign(apiKey: String) {
            let isKey = (1...Self.mostKey).contains(apiKey.utf8.count) && apiKey.utf8.allSatisfy { (0x21...0x7e).contains($0) }
            assign(\.apiKey, apiKey, "apiKey", isRight: isKey, wanted: "a key as the Space's settings show it")
        }

        func assign(serviceUrl: String) {
            let url = String(serviceUrl.reversed().drop { $0 == "/" }.reversed())
            let parts = URLComponents(string: url)
            let isHttp = ["http", "https"].contains(parts?.scheme?.lowercased()) && parts?.host?.isEmpty == false
            let isRight = isHttp && parts?.user == nil && parts?.query == nil && parts?.fragment == nil
            let wanted = "an http or https address without \"?\" and \"#\""
            assign(\.serviceUrl, url, "serviceUrl", isRight: isRight, wanted: wanted)
        }

        func assign(folder: URL?) { assign(\.folder, folder, "folder", isRight: true, wanted: "a folder") }

        func assign(waitTimeMsec: Int) {
            guard (0...Self.mostWait).contains(waitTimeMsec) else {
                return telling.error("client.waitTimeMsec must be from 0 to \(Self.mostWait); it stays as it was.")
            }
            values.with { $0.waitTimeMsec = waitTimeMsec }
        }

        private func assign<Value: Equatable>(
            _ path: WritableKeyPath<Values, Value>, _ value: Value, _ name: String, isRight: Bool, wanted: String
        ) {
            guard isRight else { return telling.error("client.\(name) must be \(wanted); it stays as it was.") }
            let isLate = values.with { values in
                if !values.isStarted { values[keyPath: path] = value }
                return values[keyPath: path] != value
            }
            if isLate { telling.error("client.\(name) may be assigned until the session starts; it stays as it was.") }
        }
    }
}
