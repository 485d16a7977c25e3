extension Understudy {
    /// Follows a session's states while it is on: by its stream, and by asking with ETags whenever that breaks.
    @UnderstudyWork
    final class LiveUpdates {
        private let engine: Engine
        private var sessionId: String?
        private var isOn = false
        private var etag: String?
        private var stream: (@Sendable () -> Void)?
        private var retry: Worker.Job?
        private var isFetching = false
        private var isAskedAgain = false
        /// How many sessions were followed: what was asked of one that is followed no more counts, and keeps others waiting, no more.
        private var followed = 0
        private var failures = 0
        private var fetchFailures = 0
        /// Until when the server has asked to wait, by the worker's ticks.
        private var heldUntil: Int64 = 0
        /// The longest pause, in ms, after the last answer.
        private var longestMsec = LiveUpdates.mostMsec
        /// Sessions in a row that the server did not know once it had given them.
        private var lost = 0
        /// What an old connection still says counts no more.
        private var connection = 0
        private static let firstMsec = 500
        private static let mostMsec = 60_000

        init(_ engine: Engine) {
            self.engine = engine
        }

        /// From now on it is this session's states that count; nil: nobody's.
        func follow(_ id: String?) {
            disconnect()
            sessionId = id
            followed += 1
            isFetching = false
            isAskedAgain = false
            heldUntil = 0
            etag = nil
            connect()
        }

        func turn(on: Bool) {
            isOn = on
            disconnect()
            connect()
        }

        /// What failed is tried at once.
        func tryAgain() {
            if retry == nil || lost > 0 { return }
            retry?()
            retry = nil
            failures = 0
            fetchFailures = 0
            again()
        }

        private func connect() {
            guard isOn, let sessionId, stream == nil else { return }
            connection += 1
            let mine = connection
            stream = engine.requests.stream(
                "/sdk/v1/sessions/\(sessionId)/stream",
                onLine: { if mine == self.connection { self.onLine($0) } },
                onEnd: { if mine == self.connection { self.onEnd($0, $1) } })
        }

        private func disconnect() {
            connection += 1
            stream?()
            stream = nil
            retry?()
            retry = nil
        }

        /// Each message says that something changed; the first one that the connection is there, and what changed before it nobody
        /// told.
        private func onLine(_ line: String) {
            guard line.hasPrefix("data:") else { return }
            failures = 0
            fetch()
        }

        private func onEnd(_ status: Int?, _ retryAfterMsec: Int) {
            disconnect()
            hold(retryAfterMsec)
            tryLater(max(failures, fetchFailures)) { self.again() }
            failures += 1
            // What streams do not bring is asked for at least that often. Whether the session is there, its states say.
            if failures > 1 || status == 404 { fetch() }
        }

        private func again() {
            if isHeld() { return }
            if stream == nil { connect() } else { fetch() }
        }

        private func hold(_ msec: Int) { if msec > 0 { heldUntil = engine.worker.ticks + Int64(msec) } }

        /// Then it goes on once the wait that the server has asked for is over.
        private func isHeld() -> Bool {
            let left = heldUntil - engine.worker.ticks
            if left <= 0 { return false }
            retry?()
            retry = engine.worker.later(left) {
                self.retry = nil
                self.again()
            }
            return true
        }

        private func tryLater(_ failures: Int, _ body: @escaping Worker.Job) {
            let pause = Self.firstMsec + backoff(failures, firstMsec: Self.firstMsec, mostMsec: longestMsec)
            retry = engine.worker.later(pause) {
                self.retry = nil
                body()
            }
        }

        /// Another session at once; later and later where each one is lost, as between servers that know nothing of one another.
        private func onLost() {
            lost += 1
            disconnect()
            if lost == 1 { startAnew() } else { tryLater(lost) { self.startAnew() } }
        }

        private func startAnew() { engine.runner.update([:], Settled()) }

        /// One request at a time; who asks meanwhile gets another one after it.
        private func fetch() {
            guard isOn, let id = sessionId, !isHeld() else { return }
            if isFetching {
                isAskedAgain = true
                return
            }
            isFetching = true
            let mine = followed
            engine.requests.get("/sdk/v1/sessions/\(id)/states", etag: etag) { outcome in
                if mine == self.followed { self.onAnswer(outcome) }
            }
        }

        private func onAnswer(_ outcome: Outcome) {
            isFetching = false
            let again = isAskedAgain
            isAskedAgain = false
            if isOn { take(outcome) }
            if again { fetch() }
        }

        private func take(_ outcome: Outcome) {
            if outcome.status == 404 && outcome.isRefusal { return onLost() }
            if outcome.status == 200 || outcome.status == 304 { lost = 0 }
            if outcome.status == 200, let states = State.readAll(outcome.answer?.body?["states"]) {
                etag = outcome.answer?.etag
                onFetched()
                engine.tell(engine.states.apply(states))
            } else if outcome.status == 304 {
                onFetched()
            } else {
                onFailed(outcome)
            }
        }

        private func onFetched() {
            fetchFailures = 0
            longestMsec = Self.mostMsec
        }

        private func onFailed(_ outcome: Outcome) {
            fetchFailures += 1
            hold(outcome.retryAfterMsec)
            longestMsec = outcome.isPassing || outcome.isRefusal ? Self.mostMsec : Outcome.otherMsec
            if !outcome.isRefusal && retry == nil { tryLater(max(failures, fetchFailures)) { self.again() } }
        }
    }
}
