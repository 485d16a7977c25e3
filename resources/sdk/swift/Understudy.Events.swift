import Foundation

extension Understudy {
    /// Up to three pairs that say more about an event: a key of 1 to 64 and a value of 0 to 256 characters each.
    public struct Metadata: Sendable {
        public typealias Pair = (key: String, value: String)

        public let pair1: Pair
        public let pair2: Pair?
        public let pair3: Pair?

        public init(pair1: Pair, pair2: Pair? = nil, pair3: Pair? = nil) {
            self.pair1 = pair1
            self.pair2 = pair2
            self.pair3 = pair3
        }

        private var pairs: [(name: String, pair: Pair)] {
            [("pair1", pair1), ("pair2", pair2), ("pair3", pair3)].compactMap { name, pair in pair.map { (name, $0) } }
        }

        var wire: JSON {
            let members = pairs.map { ($0.name, JSON.object(["key": .text($0.pair.key), "value": .text($0.pair.value)])) }
            return .object(Dictionary(uniqueKeysWithValues: members))
        }

        var problem: String? {
            let wrong = pairs.first { !(1...64).contains($0.pair.key.utf16.count) || $0.pair.value.utf16.count > 256 }
            return wrong.map {
                "\($0.name) must be {key, value} with a key of 1 to 64 and a value of 0 to 256 characters"
            }
        }
    }

    /// An event as it is sent, with its id and its JSON.
    struct Event: Sendable {
        let id: String
        let json: String
    }

    /// Makes events of what the app tracks, and holds them until it is known whose they are.
    @UnderstudyWork
    final class EventTracker {
        private let engine: Engine
        private var waiting: [[String: JSON]] = []
        private var person: Person?
        private var sessionId: String?
        private var isWaiting = true

        init(_ engine: Engine) {
            self.engine = engine
        }

        /// Why an event can't be sent, or nil where it can.
        nonisolated static func problem(_ name: String, _ metadata: Metadata?) -> String? {
            let parts = name.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 2, parts.allSatisfy(isName) else {
                return "its name must be <group>/<action>, each 1 to 64 letters, digits, '.', '_' or '-'"
            }
            return parts[0] == "system" ? "the group \"system\" is reserved" : metadata?.problem
        }

        private nonisolated static func isName(_ part: Substring) -> Bool {
            (1...64).contains(part.utf8.count)
                && part.utf8.allSatisfy { byte in
                    switch byte {
                    case 0x61...0x7a, 0x41...0x5a, 0x30...0x39, 0x2d, 0x2e, 0x5f: true
                    default: false
                    }
                }
        }

        func take(_ name: String, _ metadata: Metadata?, experienceId: String?, time: Int64) {
            var draft: [String: JSON] = [
                "id": .text(UUID().uuidString.lowercased()), "name": .text(name), "time": .text(Times.format(time)),
            ]
            draft["experienceId"] = experienceId.map(JSON.text)
            draft["metadata"] = metadata?.wire
            waiting.append(draft)
            if waiting.count > EventQueue.mostEvents {
                waiting.removeFirst()
                engine.telling.warnOnce("More than \(EventQueue.mostEvents) events wait for a session; the oldest are dropped.")
            }
            if !isWaiting { release() }
        }

        /// A session starts for this person: what waits for a first one is theirs, what is another's goes as it is.
        func begin(_ next: Person) {
            if person != nil { release() }
            person = next
            sessionId = nil
            isWaiting = true
        }

        /// The session is there, or is not waited for any longer.
        func settle(_ id: String?) {
            sessionId = id
            isWaiting = false
            release()
        }

        /// Hands on what waits, where it is known whose it is.
        func release() {
            guard let person, !waiting.isEmpty else { return }
            let events = waiting.compactMap { draft -> Event? in
                var event = draft
                event[person.userId == nil ? "anonymousId" : "userId"] = .text(person.userId ?? person.anonymousId)
                event["sessionId"] = sessionId.map(JSON.text)
                guard let id = draft["id"]?.text, let json = JSON.object(event).write() else { return nil }
                return Event(id: id, json: json)
            }
            waiting = []
            engine.queue?.add(events)
            engine.keepLeft()
            engine.sender?.onQueued()
        }
    }

    /// Lines that outlive the process. Where they can't be written they are not: the app must not break because of us.
    @UnderstudyWork
    final class Journal {
        private let file: URL
        private var out: FileHandle?

        init(_ file: URL) {
            self.file = file
        }

        func read() -> [String] {
            guard let data = try? Foundation.Data(contentsOf: file) else { return [] }
            return data.split(separator: 0x0a).map { String(decoding: $0, as: UTF8.self) }
        }

        /// False where not all of it is written: the disk is full, say.
        func append(_ lines: [String]) -> Bool {
            if out == nil {
                out = try? FileHandle(forWritingTo: file)
                _ = try? out?.seekToEnd()
            }
            guard let out else { return false }
            return (try? out.write(contentsOf: text(lines))) != nil
        }

        /// Replaces the file as a whole: whoever is killed meanwhile leaves the old one. False where it is not replaced.
        @discardableResult
        func rewrite(_ lines: [String]) -> Bool {
            try? out?.close()
            out = nil
            try? FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            let isReplaced = (try? text(lines).write(to: file, options: .atomic)) != nil
            #if canImport(Darwin)
                var values = URLResourceValues()
                values.isExcludedFromBackup = true
                var excluded = file
                try? excluded.setResourceValues(values)
            #endif
            return isReplaced
        }

        private func text(_ lines: [String]) -> Foundation.Data {
            Foundation.Data(lines.map { "\($0)\n" }.joined().utf8)
        }
    }

    /// Events that are not confirmed yet, oldest first, in memory and in a file that the next process takes over.
    @UnderstudyWork
    final class EventQueue {
        private let journal: Journal?
        private let telling: Telling
        private var events: [Event] = []
        private var ids: Set<String> = []
        private var bytes = 0
        private var journalLines = 0
        /// The file lacks something, or ends within a line: it is written as a whole as soon as that can be.
        private var isBehind = false
        nonisolated static let mostEvents = 1000
        private static let mostBytes = 256 * 1024
        /// What no server takes would hold the others up.
        private static let mostEvent = 32 * 1024
        private static let mostLines = 4 * mostEvents

        init(_ journal: Journal?, _ telling: Telling) {
            self.journal = journal
            self.telling = telling
        }

        var count: Int { events.count }

        /// Takes over what an earlier process has left. A last line that is cut short is none.
        func adopt() {
            let lines = journal?.read() ?? []
            let sent = Set(lines.filter { $0.hasPrefix("-") }.map { String($0.dropFirst()) })
            for line in lines {
                guard let id = JSON.parse(line)["id"]?.text, !sent.contains(id), line.utf8.count <= Self.mostEvent else { continue }
                insert(Event(id: id, json: line))
            }
            rewrite()
        }

        func add(_ all: [Event]) {
            note(all.map(\.json))
            for event in all { insert(event) }
            if isBehind || journalLines > Self.mostLines { rewrite() }
        }

        /// The oldest events: at most `most`, and so many bytes of JSON.
        func next(_ most: Int, mostBytes: Int) -> [Event] {
            if isBehind { rewrite() }
            var sum = 0
            return Array(
                events.prefix(most).prefix {
                    sum += $0.json.utf8.count + 1
                    return sum <= mostBytes
                })
        }

        func remove(_ gone: [Event]) {
            let ids = Set(gone.map(\.id))
            forget { ids.contains($0.id) }
            note(ids.map { "-\($0)" })
            if events.isEmpty || isBehind || journalLines > Self.mostLines { rewrite() }
        }

        private func note(_ lines: [String]) {
            if journal?.append(lines) == false { isBehind = true }
            journalLines += lines.count
        }

        /// Puts an event behind all others.
        func putLast(_ event: Event) {
            guard let at = events.firstIndex(where: { $0.id == event.id }) else { return }
            events.append(events.remove(at: at))
        }

        private func insert(_ event: Event) {
            guard ids.insert(event.id).inserted else { return }
            events.append(event)
            bytes += event.json.utf8.count
            while events.count > Self.mostEvents || bytes > Self.mostBytes {
                telling.warnOnce(
                    "More than \(Self.mostEvents) events or \(Self.mostBytes / 1024) KiB wait to be sent; the oldest are dropped.")
                let oldest = events.removeFirst()
                ids.remove(oldest.id)
                bytes -= oldest.json.utf8.count
            }
        }

        private func forget(_ isGone: (Event) -> Bool) {
            events.removeAll(where: isGone)
            ids = Set(events.map(\.id))
            bytes = events.reduce(0) { $0 + $1.json.utf8.count }
        }

        private func rewrite() {
            isBehind = journal?.rewrite(events.map(\.json)) == false
            journalLines = events.count
        }
    }

    /// Sends what is queued, one batch at a time; what is not confirmed stays queued and goes again, ids unchanged.
    @UnderstudyWork
    final class EventSender {
        private let engine: Engine
        private let queue: EventQueue
        private var due: Worker.Job?
        private var isUrgent = false
        private var isBusy = false
        /// The server has asked to wait.
        private var isHeld = false
        private var failures = 0
        /// How many go in the next batch.
        private var most = EventSender.batch
        private static let batch = 100
        private static let mostBytes = 200_000
        private static let batchMsec = 5000
        private static let firstMsec = 1000
        private static let mostMsec = 30_000
        /// How often a key that was refused is tried: it comes back only where somebody puts it back.
        private static let unknownKeyMsec = 60_000

        init(_ engine: Engine, _ queue: EventQueue) {
            self.engine = engine
            self.queue = queue
        }

        /// Something was queued: a full batch goes now, less of it within five seconds; after failures it waits its turn.
        func onQueued() {
            if isBusy || queue.count == 0 { return }
            let isFull = queue.count >= Self.batch && failures == 0
            if due == nil || (isFull && !isUrgent) { arm(isFull ? 0 : Self.batchMsec) }
        }

        /// No need to wait: the app may be stopped soon, or an earlier process has left events.
        func wake() {
            failures = 0
            if isBusy || queue.count == 0 { return }
            arm(0)
        }

        /// The app is seen again, or the service has answered: what failed is tried again, unless the server has asked to wait.
        func tryAgain() {
            if failures > 0 && !isHeld { wake() }
        }

        private func arm(_ msec: Int) {
            due?()
            isUrgent = msec == 0
            due = engine.worker.later(msec) { self.send() }
        }

        private func send() {
            due = nil
            isHeld = false
            let events = queue.next(most, mostBytes: Self.mostBytes)
            if isBusy || events.isEmpty { return }
            isBusy = true
            _ = engine.requests.post("/sdk/v1/events", body(events)) { outcome in
                self.isBusy = false
                self.onOutcome(outcome, events)
            }
        }

        private func onOutcome(_ outcome: Outcome, _ events: [Event]) {
            if outcome.isRefusal && outcome.status == 401 {
                engine.telling.warnOnce("Events wait until the API key is known again, or exchanged: \(outcome.problem)")
                arm(Self.unknownKeyMsec)
            } else if !outcome.isRefusal && !Self.isTaken(outcome) {
                if !outcome.isPassing { engine.telling.warnOnce("Events wait: \(outcome.problem). They are sent again.") }
                if outcome.isStopped { sendLess(events) }
                isHeld = outcome.retryAfterMsec > 0
                arm(outcome.pause(failures, firstMsec: Self.firstMsec, mostMsec: Self.mostMsec))
                failures += 1
            } else {
                failures = 0
                most = Self.batch
                queue.remove(events)
                tellRefused(outcome, events.count)
                onQueued()
            }
        }

        /// Something in front of the service does not let them through, perhaps for one of them: the others must not wait for it.
        private func sendLess(_ events: [Event]) {
            most = (events.count + 1) / 2
            if events.count == 1 { queue.putLast(events[0]) }
        }

        /// The server says what it has accepted.
        private static func isTaken(_ outcome: Outcome) -> Bool {
            guard let answer = outcome.answer else { return false }
            return answer.status < 400 && answer.body?["accepted"]?.number != nil
        }

        private func tellRefused(_ outcome: Outcome, _ count: Int) {
            guard let answer = outcome.answer else { return }
            if answer.status >= 400 { engine.telling.warn("\(count) events were refused and are dropped: \(outcome.problem)") }
            for one in answer.body?["rejected"]?.list ?? [] {
                engine.telling.warnOnce("An event was refused: \(one["code"]?.text ?? ""), \(one["detail"]?.text ?? "")")
            }
        }

        private func body(_ events: [Event]) -> String {
            let sdk = Understudy.sdk.write() ?? "null"
            let sentAt = Times.format(engine.worker.now)
            return "{\"sentAt\":\"\(sentAt)\",\"sdk\":\(sdk),\"events\":[\(events.map(\.json).joined(separator: ","))]}"
        }
    }
}
