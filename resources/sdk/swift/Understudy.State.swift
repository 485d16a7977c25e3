import Foundation

extension Understudy {
    /// What one Experience or Section is served: on or off, its data, and for a Section its children in order.
    final class State: Sendable {
        let enabled: Bool
        let data: [String: JSON]
        let children: [String]
        private let cache = Locked<(any Sendable)?>(nil)

        init(enabled: Bool, data: [String: JSON], children: [String]) {
            self.enabled = enabled
            self.data = data
            self.children = children
        }

        /// What generated code makes of it, made once.
        func made<Made: Sendable>(_ make: (State) -> Made) -> Made {
            if let known = cache.with({ $0 as? Made }) { return known }
            let made = make(self)
            cache.with { $0 = made }
            return made
        }

        func isLike(_ other: State) -> Bool {
            enabled == other.enabled && data == other.data && children == other.children
        }

        /// What a thing is where neither the server nor the fallbacks know it.
        static let unknown = State(enabled: false, data: [:], children: [])

        /// States by id. One that is broken is left out: its fallback serves.
        static func readAll(_ states: JSON?) -> [String: State]? { states?.object?.compactMapValues(read) }

        private static func read(_ raw: JSON) -> State? {
            guard let enabled = raw["enabled"]?.bool, let data = raw["data"]?.object else { return nil }
            guard let children = (raw["children"] ?? []).list else { return nil }
            return State(enabled: enabled, data: data, children: children.compactMap { $0["id"]?.text })
        }
    }

    /// What Production served when the code was generated: used until the first answer, offline, and for what no server knows.
    public struct Fallbacks: Sendable {
        /// The Space's key.
        public let space: String
        public let revision: Int
        let states: String

        /// `states`: JSON of an object with a state each, by the id of the Experience or Section.
        public init(space: String, revision: Int, states: String) {
            self.space = space
            self.revision = revision
            self.states = states
        }
    }

    /// What each Experience and Section is to the app: what is held for the session, else what the server said last, else the
    /// fallback. Whatever changes gives the ids of what the app sees anew. Any thread may call.
    final class StateStore: Sendable {
        private struct Content {
            let fallbacks: [String: State]
            var served: [String: State] = [:]
            /// What the session lock keeps as it was read.
            var held: [String: State] = [:]
            /// What was read since the session's start, or before the first one.
            var read: Set<String> = []
            var isSettled = false
            var isLocked = true

            func current(_ id: String) -> State { held[id] ?? served[id] ?? fallbacks[id] ?? .unknown }

            mutating func holdRead() {
                if isLocked && isSettled { for id in read { held[id] = current(id) } }
            }

            mutating func take(_ states: [String: State]) {
                served = states.reduce(into: [:]) { taken, one in
                    let before = served[one.key] ?? fallbacks[one.key]
                    taken[one.key] = before.flatMap { $0.isLike(one.value) ? $0 : nil } ?? one.value
                }
            }
        }

        private let content: Locked<Content>

        init(_ fallbacks: Fallbacks) {
            content = Locked(Content(fallbacks: State.readAll(.parse(fallbacks.states)) ?? [:]))
        }

        var isLocked: Bool { content.with { $0.isLocked } }

        func fallback(_ id: String) -> State { content.with { $0.fallbacks[id] ?? .unknown } }

        /// What the app sees; with the lock on, and once the session's start has settled, it stays so.
        func see(_ id: String) -> State {
            content.with { content in
                let state = content.current(id)
                content.read.insert(id)
                if content.isLocked && content.isSettled { content.held[id] = state }
                return state
            }
        }

        /// A new session: nothing is held any more. `keep`: what was served stays until the first answer.
        func begin(keep: Bool) -> Set<String> {
            change { content in
                // What was read before the first start counts as shown; what a session before this one has shown is over with it.
                if content.isSettled { content.read.removeAll() }
                content.isSettled = false
                content.held.removeAll()
                if !keep { content.served.removeAll() }
            }
        }

        /// The start has its answer: that is what the app sees, whatever it read while it waited.
        func settle(_ states: [String: State]) -> Set<String> {
            change { content in
                content.isSettled = true
                content.take(states)
            }
        }

        /// The start has no answer: with the lock on, what the app has shown by now stays.
        func settleWithout() {
            content.with { content in
                content.isSettled = true
                content.holdRead()
            }
        }

        /// A later answer: with the lock on it reaches only what was not read yet.
        func apply(_ states: [String: State]) -> Set<String> {
            change { $0.take(states) }
        }

        /// Off: what is known by now shows at once. On: what was read stays from now on.
        func lock(_ isLocked: Bool) -> Set<String> {
            change { content in
                content.isLocked = isLocked
                if isLocked { content.holdRead() } else { content.held.removeAll() }
            }
        }

        private func change(_ alter: (inout Content) -> Void) -> Set<String> {
            content.with { content in
                let before = content
                alter(&content)
                let ids = [before, content].flatMap { [$0.fallbacks.keys, $0.served.keys, $0.held.keys] }
                return Set(ids.joined()).filter { before.current($0) !== content.current($0) }
            }
        }
    }
}
