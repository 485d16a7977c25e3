// Swift 6.0 on Linux compiles it and can't link it.
#if canImport(Darwin) || UNDERSTUDY_OBSERVATION
    import Observation
#endif
#if canImport(Combine)
    public import Combine
#endif

extension Understudy {
    /// Values as they come, to any number of streams.
    final class Announcements<Value: Sendable>: Sendable {
        private let streams = Locked<(next: Int, open: [Int: AsyncStream<Value>.Continuation])>((0, [:]))

        func stream(from first: Value? = nil) -> AsyncStream<Value> {
            AsyncStream { continuation in
                if let first { continuation.yield(first) }
                let id = streams.with { streams in
                    streams.next += 1
                    streams.open[streams.next] = continuation
                    return streams.next
                }
                continuation.onTermination = { [streams] _ in streams.with { $0.open[id] = nil } }
            }
        }

        func tell(_ value: Value) {
            for continuation in streams.with({ $0.open.values }) { continuation.yield(value) }
        }
    }

    /// Has what reads an Experience or a Section, such as a view of SwiftUI, read it again once it may be another.
    protocol Reading: Sendable {
        func read()
        func change()
    }

    static func reading() -> (any Reading)? {
        #if canImport(Darwin) || UNDERSTUDY_OBSERVATION
            if #available(iOS 17, macOS 14, tvOS 17, watchOS 10, *) { return Observed() }
        #endif
        return nil
    }

    #if canImport(Darwin) || UNDERSTUDY_OBSERVATION
        @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
        private final class Observed: Observable, Reading {
            private let registrar = ObservationRegistrar()
            private var revision: Int { 0 }

            func read() { registrar.access(self, keyPath: \.revision) }

            func change() { registrar.withMutation(of: self, keyPath: \.revision) {} }
        }
    #endif

    #if canImport(Combine)
        /// For views of SwiftUI before iOS 17: `@StateObject var changes = Understudy.Changes(client)`. Later ones need nothing.
        @MainActor
        public final class Changes: ObservableObject {
            private let task: Locked<Task<Void, Never>?> = Locked(nil)

            public init(_ client: Client) {
                let changes = client.changes
                let following = Task { [weak self] in
                    for await _ in changes { self?.objectWillChange.send() }
                }
                task.with { $0 = following }
            }

            deinit { task.with { $0?.cancel() } }
        }
    #endif
}
