import Foundation

/// Where all of the runtime's own work happens. Nothing of it waits for the network.
@globalActor
actor UnderstudyWork {
    static let shared = UnderstudyWork()
}

extension Understudy {
    /// A value that any thread may read and change.
    final class Locked<Value>: @unchecked Sendable {
        private let lock = NSLock()
        private var value: Value

        init(_ value: Value) {
            self.value = value
        }

        func with<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
            lock.lock()
            defer { lock.unlock() }
            return try body(&value)
        }
    }

    /// The jobs of one client, in the order in which they were given, now or later.
    final class Worker: Sendable {
        typealias Job = @UnderstudyWork @Sendable () -> Void

        private struct Timer {
            let due: Int64
            let number: Int
            let job: Job
        }

        private let jobs: AsyncStream<Job>.Continuation
        /// How far this clock is ahead of the device's, in ms: tests do not wait.
        private let ahead = Locked(0 as Int64)
        private let isStopped = Locked(false)
        /// By when they are due.
        @UnderstudyWork private var timers: [Timer] = []
        @UnderstudyWork private var number = 0
        @UnderstudyWork private var alarm: Task<Void, Never>?

        init() {
            let (stream, continuation) = AsyncStream<Job>.makeStream()
            jobs = continuation
            let isStopped = isStopped
            Task { await Self.work(stream, isStopped) }
        }

        @UnderstudyWork
        private static func work(_ jobs: AsyncStream<Job>, _ isStopped: Locked<Bool>) async {
            for await job in jobs where !isStopped.with({ $0 }) { job() }
        }

        /// In ms since 1970: an `Int` of a watch has 32 bits.
        var now: Int64 { Int64(Date().timeIntervalSince1970 * 1000) + ahead.with { $0 } }

        func post(_ job: @escaping Job) {
            jobs.yield(job)
        }

        /// Gives the way to call it off.
        @UnderstudyWork
        func later(_ msec: some BinaryInteger, _ job: @escaping Job) -> Job {
            number += 1
            let mine = number
            let timer = Timer(due: ticks + Int64(max(msec, 0)), number: mine, job: job)
            timers.insert(timer, at: timers.firstIndex { $0.due > timer.due } ?? timers.endIndex)
            arm()
            return { [weak self] in self?.timers.removeAll { $0.number == mine } }
        }

        func advance(_ msec: Int) {
            ahead.with { $0 += Int64(msec) }
            post { [weak self] in self?.ring() }
        }

        /// Ends as a killed process does: nothing that waits is done any more.
        func stop() {
            isStopped.with { $0 = true }
            jobs.finish()
        }

        /// In ms, of a clock that nobody sets.
        var ticks: Int64 { Int64(ProcessInfo.processInfo.systemUptime * 1000) + ahead.with { $0 } }

        @UnderstudyWork
        private func arm() {
            alarm?.cancel()
            guard let first = timers.first else { return }
            let left = first.due - ticks
            if left <= 0 { return post { [weak self] in self?.ring() } }
            alarm = Task { [weak self] in
                try? await Task.sleep(nanoseconds: UInt64(left) * 1_000_000)
                if !Task.isCancelled { self?.post { [weak self] in self?.ring() } }
            }
        }

        @UnderstudyWork
        private func ring() {
            while let first = timers.first, first.due <= ticks {
                timers.removeFirst()
                first.job()
            }
            arm()
        }
    }

    /// Something that several wait for, and that comes once.
    @UnderstudyWork
    final class Settled {
        private var isDone = false
        private var waiting: [Worker.Job] = []

        nonisolated init() {}

        func whenDone(_ tell: @escaping Worker.Job) {
            if isDone { tell() } else { waiting.append(tell) }
        }

        func complete() {
            isDone = true
            let told = waiting
            waiting = []
            for tell in told { tell() }
        }
    }
}
