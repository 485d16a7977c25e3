extension Understudy {
    /// With `userId` (1 to 200 characters): the known-user flow. Without: the anonymous flow. `fields` are facts about the user:
    /// texts, numbers, booleans or lists of those; null removes one that was set before.
    public struct StartOptions: Sendable {
        public var userId: String?
        public var fields: [String: JSON]

        public init(userId: String? = nil, fields: [String: JSON] = [:]) {
            self.userId = userId
            self.fields = fields
        }
    }

    /// `idle` before `start`, `starting` until the first answer, then `ready`. `fallback`: no answer in time, or none at all; a
    /// late one still makes it `ready`.
    public enum SessionStatus: String, Sendable {
        case idle, starting, ready, fallback
    }

    /// The app's session: who it is for, and what the app tells about them. Nothing here throws; any thread may call.
    public final class Session: Sendable {
        private let engine: Engine

        init(_ engine: Engine) {
            self.engine = engine
        }

        public var status: SessionStatus { engine.person.with { $0.status } }

        /// The status now, and each that it changes to.
        public var statuses: AsyncStream<SessionStatus> {
            let first = status
            return engine.statuses.stream(from: first)
        }

        /// Whether the session is a visitor's: also before the first start.
        public var anonymous: Bool { engine.person.with { $0.userId == nil } }

        /// Starts a session. Comes back with the first answer, or once fallbacks are served instead. Another start is another
        /// session: nothing is locked from the one before. It goes on where the caller is cancelled.
        public func start(_ options: StartOptions = StartOptions()) async {
            await engine.begin { engine, settled in engine.runner.start(options, settled) }
        }

        /// Starts the session anew for the same person, with these fields besides those that they have; null removes one.
        public func update(_ fields: [String: JSON]) async {
            await engine.begin { engine, settled in engine.runner.update(fields, settled) }
        }

        /// The same as `start(StartOptions(userId: userId, fields: fields))`.
        @available(*, deprecated, message: "Works until 1.0.0: use start(StartOptions(userId:fields:)).")
        public func identify(_ userId: String, _ fields: [String: JSON] = [:]) async {
            engine.telling.warnOnce("session.identify is deprecated: use session.start(StartOptions(userId:fields:)).")
            await start(StartOptions(userId: userId, fields: fields))
        }

        /// The same as `start(StartOptions(fields: fields))`.
        @available(*, deprecated, message: "Works until 1.0.0: use start(StartOptions(fields:)).")
        public func anonymize(_ fields: [String: JSON] = [:]) async {
            engine.telling.warnOnce("session.anonymize is deprecated: use session.start(StartOptions(fields:)).")
            await start(StartOptions(fields: fields))
        }

        /// Tracks `<group>/<action>`. It goes with the next batch; what can't go is told in the log.
        public func track(_ name: String, _ metadata: Metadata? = nil) {
            engine.track(name, metadata, experienceId: nil)
        }

        /// Sends what waits at once, and tries again what did not get through. The runtime does it itself when an app of UIKit goes to the background.
        public func flush() { engine.flush() }
    }

    /// Who a session is for. A visitor's id goes along with a known user; that links nothing by itself.
    struct Person: Sendable {
        let userId: String?
        let anonymousId: String

        /// By bytes, as the platform has it: == takes an é for an e with an accent behind it.
        func isSame(_ other: Person) -> Bool { userId.map { Array($0.utf8) } == other.userId.map { Array($0.utf8) } }
    }

    /// Starts sessions: the first answer within `waitTimeMsec`, or none; a late one still comes.
    @UnderstudyWork
    final class SessionRunner {
        /// One start of a session. Once another one begins, answers to this one are ignored.
        @UnderstudyWork
        private final class Run {
            let person: Person
            let settled: Settled
            var callOffWait: Worker.Job = {}
            var callOffAsk: Worker.Job = {}
            var isSettled = false
            /// The next try goes without the fields, since they may be what was stopped.
            var isBare = false
            /// Tries in a row that came to nothing, since the app was last seen.
            var failures = 0

            init(_ person: Person, _ settled: Settled) {
                self.person = person
                self.settled = settled
            }
        }

        private let engine: Engine
        private var run: Run?
        /// The start before this one. What it says of somebody may be under way still.
        private var overtaken: Run?
        private var since: Int64 = 0
        private var retry: Worker.Job?
        /// Tries at once what waits for its turn, where the server has not asked to wait.
        private var hurry: Worker.Job?
        /// What the server has not confirmed yet: an update must not lose what the start before it said.
        private var unconfirmed: (start: Int, fields: [String: JSON]) = (0, [:])
        private static let mostUser = 200
        /// Some two seconds after the first failure, up to a minute, or some minutes where something else answers.
        private static let leastMsec = 500
        private static let firstMsec = 2000
        private static let mostMsec = 60_000

        init(_ engine: Engine) {
            self.engine = engine
        }

        func start(_ options: StartOptions, _ settled: Settled) {
            let userId = options.userId.flatMap { (1...Self.mostUser).contains($0.utf16.count) ? $0 : nil }
            if userId == nil && options.userId != nil {
                engine.telling.error("userId must be a text of 1 to \(Self.mostUser) characters; the session is anonymous.")
            }
            begin(Person(userId: userId, anonymousId: engine.visitor), options.fields.filter { isSaid($0, $1) }, settled)
        }

        /// What JSON can't say is told and left out: one field must not take the others with it.
        private func isSaid(_ name: String, _ value: JSON) -> Bool {
            let isSaid = JSON.list([value]).write() != nil
            if !isSaid { engine.telling.error("The field \(JSON.text(name).write() ?? "") is left out: JSON can't say its value.") }
            return isSaid
        }

        func update(_ fields: [String: JSON], _ settled: Settled) {
            start(StartOptions(userId: run?.person.userId, fields: fields), settled)
        }

        /// The time that is left to a start under way is counted anew.
        func onWaitChanged() {
            if let run, !run.isSettled { wait(run) }
        }

        private func begin(_ person: Person, _ fields: [String: JSON], _ settled: Settled) {
            let before = run
            let isSamePerson = before?.person.isSame(person) ?? false
            let isSaid = isSamePerson || unconfirmed.fields.isEmpty
            let known = isSamePerson ? unconfirmed.fields : [:]
            unconfirmed = (unconfirmed.start + 1, known.merging(fields) { _, new in new })
            let next = Run(person, settled)
            run = next
            leaveRetry()
            before?.callOffWait()
            // Where nobody answers each would keep a connection, of which there are some for a host. What one alone has said of
            // somebody else is to arrive.
            overtaken?.callOffAsk()
            overtaken = isSaid ? before : nil
            // Who waits for a start that is overtaken waits for the one that overtook it.
            if let before, !before.isSettled { settled.whenDone { before.settled.complete() } }
            engine.onStatus(.starting, of: person)
            since = engine.worker.ticks
            engine.onBegin(person, isSamePerson: isSamePerson)
            wait(next)
            ask(next, unconfirmed)
        }

        /// The app is seen again, or flushes: no need to wait, unless the server has asked to; after a try under way the next is soon.
        func tryAgain() {
            run?.failures = 0
            hurry?()
        }

        private func wait(_ run: Run) {
            run.callOffWait()
            let left = since + Int64(engine.settings.now.waitTimeMsec) - engine.worker.ticks
            run.callOffWait = engine.worker.later(left) { self.waited(run) }
        }

        /// Whoever chose no wait at all expects no answer yet.
        private func waited(_ run: Run) {
            let now = engine.settings.now
            if now.waitTimeMsec > 0 {
                engine.telling.warnOnce("\(now.serviceUrl) does not answer yet.")
            }
            settleWithout(run)
        }

        private func ask(_ asked: Run, _ said: (start: Int, fields: [String: JSON])) {
            leaveRetry()
            asked.callOffAsk = engine.ask(asked.person, asked.isBare ? [:] : said.fields) { outcome in
                if self.run === asked { self.onOutcome(asked, said, outcome) }
            }
        }

        private func leaveRetry() {
            retry?()
            hurry = nil
        }

        private func onOutcome(_ asked: Run, _ said: (start: Int, fields: [String: JSON]), _ outcome: Outcome) {
            let body = outcome.status == 201 ? outcome.answer?.body : nil
            if let id = body?["session"]?["id"]?.text, let states = State.readAll(body?["states"]) {
                if !asked.isBare { confirm(said.start) }
                accept(asked, id, states)
                if asked.isBare {
                    asked.isBare = false
                    asked.failures = 0
                    askLater(asked, said, outcome)
                }
                return
            }
            let hasSession = engine.status == .ready
            settleWithout(asked)
            if outcome.isRefusal || (hasSession && outcome.isStopped) {
                let result = hasSession ? "The start's fields are left out" : "No session"
                engine.telling.error("\(result): \(outcome.problem)")
                // The fields of a start that was refused would have the next one refused as well.
                return confirm(said.start)
            }
            if !hasSession { engine.telling.warnOnce("No session: \(outcome.problem). It is tried again.") }
            asked.isBare = !asked.isBare && outcome.isStopped && !said.fields.isEmpty
            askLater(asked, said, outcome)
        }

        private func askLater(_ asked: Run, _ said: (start: Int, fields: [String: JSON]), _ outcome: Outcome) {
            let pause = Self.leastMsec + outcome.pause(asked.failures, firstMsec: Self.firstMsec, mostMsec: Self.mostMsec)
            retry = engine.worker.later(pause) { self.ask(asked, said) }
            if outcome.retryAfterMsec == 0 { hurry = { self.ask(asked, said) } }
            asked.failures += 1
        }

        private func confirm(_ start: Int) {
            if unconfirmed.start == start { unconfirmed.fields = [:] }
        }

        private func accept(_ asked: Run, _ id: String, _ states: [String: State]) {
            let isLate = asked.isSettled
            settle(asked)
            engine.onAnswer(id, states, isLate: isLate)
            finish(asked, .ready)
        }

        private func settleWithout(_ asked: Run) {
            if asked.isSettled { return }
            settle(asked)
            engine.onNoAnswer()
            finish(asked, .fallback)
        }

        private func settle(_ asked: Run) {
            asked.callOffWait()
            asked.isSettled = true
        }

        /// The last thing: who sees the status sees the states that it is about.
        private func finish(_ asked: Run, _ status: SessionStatus) {
            engine.onStatus(status, of: asked.person)
            asked.settled.complete()
        }
    }
}
