public import Foundation

/// The runtime of generated code: everything of it is in here, so that an app's own names stay its own.
public enum Understudy {
    /// What this runtime calls itself on the wire.
    static let sdk: JSON = ["name": "ios", "version": "0.3.0"]

    /// One Space as the app sees it. Its settings are assigned directly; a value that can't be is told in the log, and the old one
    /// stays. Nothing here throws, nothing runs on the caller's thread that takes time, and nothing is sent before
    /// `session.start`.
    public final class Client: Sendable {
        let engine: Engine
        /// The app's session with the Space.
        public let session: Session

        public init(fallbacks: Fallbacks, apiKey: String) {
            engine = Engine(fallbacks, apiKey: apiKey)
            session = Session(engine)
        }

        /// The environment's API key; may be assigned until the session starts.
        public var apiKey: String {
            get { engine.settings.now.apiKey }
            set { engine.settings.assign(apiKey: newValue) }
        }

        /// Where the SDK plane answers; may be assigned until the session starts. The simulator reaches a desk as localhost.
        public var serviceUrl: String {
            get { engine.settings.now.serviceUrl }
            set { engine.settings.assign(serviceUrl: newValue) }
        }

        /// Where events and the visitor outlive the process, by default in Application Support, on tvOS in Caches; nil: nowhere. May
        /// be assigned until the session starts.
        public var folder: URL? {
            get { engine.settings.now.folder }
            set { engine.settings.assign(folder: newValue) }
        }

        /// Where this client tells what its developer should know; standard error by default, which Xcode shows.
        public var log: @Sendable (String) -> Void {
            get { engine.telling.log.with { $0 } }
            set { engine.telling.log.with { $0 = newValue } }
        }

        /// True by default: what the app has read stays the same for the session. False: it changes live. Takes effect at once.
        public var sessionLock: Bool {
            get { engine.states.isLocked }
            set { engine.lock(newValue) }
        }

        /// The longest wait for the first answer, in ms, before fallbacks are served; 2000 by default. Takes effect at once.
        public var waitTimeMsec: Int {
            get { engine.settings.now.waitTimeMsec }
            set {
                engine.settings.assign(waitTimeMsec: newValue)
                engine.worker.post { [engine] in engine.runner.onWaitChanged() }
            }
        }

        /// The ids of the Experiences and Sections that the app sees anew, as they change.
        public var changes: AsyncStream<Set<String>> { engine.changes.stream() }
    }

    /// The parts of a client, and which of them tells which.
    @UnderstudyWork
    final class Engine {
        let worker = Worker()
        let telling = Telling()
        let settings: Settings
        let states: StateStore
        let requests: Requests
        let changes = Announcements<Set<String>>()
        let statuses = Announcements<SessionStatus>()
        let person = Locked<(status: SessionStatus, userId: String?)>((.idle, nil))
        private let reading = Understudy.reading()
        private let space: String
        private(set) lazy var runner = SessionRunner(self)
        private lazy var tracker = EventTracker(self)
        private lazy var live = LiveUpdates(self)
        private(set) var queue: EventQueue?
        private(set) var sender: EventSender?
        private var ids: [String: String] = [:]
        /// Names of ids that found no room on the disk.
        private var left: Set<String> = []
        private static let mostTag = 64

        nonisolated init(_ fallbacks: Fallbacks, apiKey: String) {
            settings = Settings(telling, apiKey: apiKey)
            states = StateStore(fallbacks)
            requests = Requests(worker, settings)
            space = fallbacks.space
            watchApp()
        }

        nonisolated func begin(_ body: @escaping @UnderstudyWork @Sendable (Engine, Settled) -> Void) async {
            await withCheckedContinuation { continuation in
                worker.post {
                    let settled = Settled()
                    settled.whenDone { continuation.resume() }
                    self.settings.onStart()
                    body(self, settled)
                }
            }
        }

        nonisolated func track(_ name: String, _ metadata: Metadata?, experienceId: String?) {
            if let problem = EventTracker.problem(name, metadata) {
                return telling.warn("The event \(JSON.text(name).write() ?? "") is not sent: \(problem).")
            }
            let time = worker.now
            worker.post { self.tracker.take(name, metadata, experienceId: experienceId, time: time) }
        }

        nonisolated func flush() {
            worker.post {
                self.tracker.release()
                self.keepLeft()
                self.sender?.wake()
                self.runner.tryAgain()
                self.live.tryAgain()
            }
        }

        /// Somebody sees the app again: what failed is tried at once.
        nonisolated private func tryAgain() {
            worker.post {
                self.sender?.tryAgain()
                self.runner.tryAgain()
                self.live.tryAgain()
            }
        }

        nonisolated func lock(_ isLocked: Bool) {
            let changed = states.lock(isLocked)
            worker.post {
                // As it is by now: several threads may have assigned it.
                self.live.turn(on: !self.states.isLocked)
                self.tell(changed)
            }
        }

        nonisolated func see(_ id: String) -> State {
            reading?.read()
            return states.see(id)
        }

        /// The visitor of this device.
        var visitor: String { kept("visitor-\(scope)") }

        /// Asks the server for a session, and gives the way to call it off.
        func ask(_ person: Person, _ fields: [String: JSON], then: @escaping Requests.Then) -> Worker.Job {
            var body: [String: JSON] = ["anonymousId": .text(person.anonymousId), "sdk": Understudy.sdk]
            body["userId"] = person.userId.map(JSON.text)
            if !fields.isEmpty { body["fields"] = .object(fields) }
            let locale = Locale.current.identifier.prefix { $0 != "@" }.replacingOccurrences(of: "_", with: "-")
            body["device"] = [
                "id": .text(kept("device")), "platform": .text(Self.platform),
                "locale": .text(String(locale.prefix(Self.mostTag))),
                "timeZone": .text(String(TimeZone.current.identifier.prefix(Self.mostTag))),
            ]
            return requests.post("/sdk/v1/sessions", JSON.object(body).write() ?? "", then: then)
        }

        private static var platform: String {
            #if os(iOS)
                "ios"
            #elseif os(tvOS)
                "tvos"
            #elseif os(watchOS)
                "watchos"
            #elseif os(macOS)
                "macos"
            #else
                "swift"
            #endif
        }

        func onBegin(_ person: Person, isSamePerson: Bool) {
            if queue == nil { setUpEvents() }
            tracker.begin(person)
            live.follow(nil)
            tell(states.begin(keep: isSamePerson))
        }

        func onAnswer(_ sessionId: String, _ states: [String: State], isLate: Bool) {
            tracker.settle(sessionId)
            sender?.tryAgain()
            live.follow(sessionId)
            tell(isLate ? self.states.apply(states) : self.states.settle(states))
        }

        func onNoAnswer() {
            tracker.settle(nil)
            states.settleWithout()
        }

        var status: SessionStatus { person.with { $0.status } }

        func onStatus(_ status: SessionStatus, of person: Person) {
            self.person.with { $0 = (status, person.userId) }
            statuses.tell(status)
        }

        func tell(_ changed: Set<String>) {
            if changed.isEmpty { return }
            changes.tell(changed)
            if let reading { Task { @MainActor in reading.change() } }
        }

        private func setUpEvents() {
            let made = EventQueue(journal("events-\(scope)"), telling)
            made.adopt()
            let sender = EventSender(self, made)
            queue = made
            self.sender = sender
            sender.wake()
        }

        private func journal(_ name: String) -> Journal? {
            settings.now.folder.map { Journal($0.appendingPathComponent("understudy-\(name)")) }
        }

        /// What is kept is kept by service, Space and environment: an exchanged key makes nobody a stranger.
        private var scope: String {
            let now = settings.now
            let parts = now.apiKey.split(separator: "_", omittingEmptySubsequences: false)
            let environment = parts.count > 2 && parts[0] == "us" ? "us_\(parts[1])" : now.apiKey
            // FNV-1a, 64 bits: the same in each process.
            let hash = "\(now.serviceUrl) \(space) \(environment)".utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
                ($0 ^ UInt64($1)) &* 0x100_0000_01b3
            }
            return String(hash, radix: 16)
        }

        /// The id kept under this name; made and kept the first time.
        private func kept(_ name: String) -> String {
            if let known = ids[name] { return known }
            let journal = journal(name)
            let known = journal?.read().first.flatMap { (1...200).contains($0.utf8.count) ? $0 : nil }
            let id = known ?? UUID().uuidString.lowercased()
            if known == nil, journal?.rewrite([id]) == false { left.insert(name) }
            ids[name] = id
            return id
        }

        /// Writes the ids that found no room on the disk.
        func keepLeft() {
            left = left.filter { name in ids[name].map { journal(name)?.rewrite([$0]) == false } ?? false }
        }

        /// By names that other systems never post: an app of UIKit may be stopped once it is in the background.
        nonisolated private func watchApp() {
            on("UIApplicationDidEnterBackgroundNotification") { $0.flush() }
            on("UIApplicationWillEnterForegroundNotification") { $0.tryAgain() }
        }

        nonisolated private func on(_ name: String, _ body: @escaping @Sendable (Engine) -> Void) {
            _ = NotificationCenter.default.addObserver(forName: Notification.Name(name), object: nil, queue: nil) { [weak self] _ in
                if let self { body(self) }
            }
        }
    }
}
