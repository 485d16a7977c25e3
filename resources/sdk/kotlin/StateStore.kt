package understudy

import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.StateFlow

/**
 * What each Experience and Section is to the app: what is held for the session, else what the server said last, else the
 * fallback. Whatever changes gives the ids of what the app sees anew. Any thread may call.
 */
internal class StateStore(
    private val fallbacks: Map<String, State>,
) {
    private var served: Map<String, State> = emptyMap()

    /** What the session lock keeps as it was read. */
    private val held = HashMap<String, State>()

    /** What was read since the session's start, or before the first one. */
    private val read = HashSet<String>()
    private var isSettled = false

    @Volatile
    var isLocked: Boolean = true
        private set
    private val revisions = MutableStateFlow(0L)

    /** Another number once something may look different. */
    val revision: StateFlow<Long> get() = revisions

    fun fallback(id: String): State = fallbacks[id] ?: State.unknown

    /** What the app sees; with the lock on, and once the session's start has settled, it stays so. */
    @Synchronized
    fun see(id: String): State {
        val state = current(id)
        read += id
        if (isLocked && isSettled) held[id] = state
        return state
    }

    /** A new session: nothing is held any more. [keep]: what was served stays until the first answer. */
    fun begin(keep: Boolean): Set<String> =
        change {
            // What was read before the first start counts as shown; what a session before this one has shown is over with it.
            if (isSettled) read.clear()
            isSettled = false
            held.clear()
            if (!keep) served = emptyMap()
        }

    /** The start has its answer: that is what the app sees, whatever it read while it waited. */
    fun settle(states: Map<String, State>): Set<String> =
        change {
            isSettled = true
            take(states)
        }

    /** The start has no answer: with the lock on, what the app has shown by now stays. */
    @Synchronized
    fun settleWithout() {
        isSettled = true
        holdRead()
    }

    /** A later answer: with the lock on it reaches only what was not read yet. */
    fun apply(states: Map<String, State>): Set<String> = change { take(states) }

    /** Off: what is known by now shows at once. On: what was read stays from now on. */
    fun lock(locked: Boolean): Set<String> =
        change {
            isLocked = locked
            if (locked) holdRead() else held.clear()
        }

    private fun current(id: String): State = held[id] ?: served[id] ?: fallback(id)

    private fun holdRead() {
        if (isLocked && isSettled) for (id in read) held[id] = current(id)
    }

    private fun take(states: Map<String, State>) {
        served =
            states.mapValues { (id, state) ->
                val before = served[id] ?: fallbacks[id]
                if (before != null && before.isLike(state)) before else state
            }
    }

    @Synchronized
    private fun change(alter: () -> Unit): Set<String> {
        val before = ids().associateWith { current(it) }
        alter()
        val changed = ids().filterTo(LinkedHashSet()) { (before[it] ?: State.unknown) !== current(it) }
        changed += before.keys.filter { current(it) !== before[it] }
        if (changed.isNotEmpty()) revisions.value += 1
        return changed
    }

    private fun ids(): Set<String> = fallbacks.keys + served.keys + held.keys
}
