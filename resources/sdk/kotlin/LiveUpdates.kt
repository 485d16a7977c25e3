package understudy

import java.io.Closeable

/** Follows a session's states while it is on: by its stream, and by asking with ETags whenever that breaks. All on the worker. */
internal class LiveUpdates(
    private val worker: Worker,
    private val requests: Requests,
    private val onStates: (Map<String, State>) -> Unit,
    private val onGone: () -> Unit,
) {
    private var sessionId: String? = null
    private var isOn = false
    private var etag: String? = null
    private var stream: Closeable? = null
    private var retry: (() -> Unit)? = null
    private var isFetching = false
    private var isAskedAgain = false

    /** How many sessions were followed: what was asked of one that is followed no more counts, and keeps others waiting, no more. */
    private var followed = 0
    private var failures = 0
    private var fetchFailures = 0

    /** Until when the server has asked to wait, by the worker's ticks. */
    private var heldUntil = 0L

    /** The longest pause after the last answer. */
    private var mostMsec = MOST_MSEC

    /** Sessions in a row that the server did not know once it had given them. */
    private var lost = 0

    /** What an old connection still says counts no more. */
    private var connection = 0

    /** From now on it is this session's states that count; null: nobody's. */
    fun follow(id: String?) {
        disconnect()
        sessionId = id
        followed += 1
        isFetching = false
        isAskedAgain = false
        heldUntil = 0
        etag = null
        connect()
    }

    fun switch(on: Boolean) {
        isOn = on
        disconnect()
        connect()
    }

    /** What failed is tried at once. */
    fun tryAgain() {
        if (retry == null || lost > 0) return
        retry?.invoke()
        retry = null
        failures = 0
        fetchFailures = 0
        again()
    }

    private fun again() {
        if (isHeld()) return
        if (stream == null) connect() else fetch()
    }

    /** Then it goes on once the wait that the server has asked for is over. */
    private fun isHeld(): Boolean {
        val left = heldUntil - worker.ticks()
        if (left <= 0) return false
        retry?.invoke()
        retry =
            worker.later(left) {
                retry = null
                again()
            }
        return true
    }

    private fun connect() {
        val id = sessionId
        if (!isOn || id == null || stream != null) return
        connection += 1
        val mine = connection
        stream =
            requests.stream(
                "/sdk/v1/sessions/$id/stream",
                onLine = { if (mine == connection) onLine(it) },
                onEnd = { status, retryAfterMsec -> if (mine == connection) onEnd(status, retryAfterMsec) },
            )
    }

    private fun disconnect() {
        connection += 1
        stream?.close()
        stream = null
        retry?.invoke()
        retry = null
    }

    /** Each message says that something changed; the first one that the connection is there, and what changed before it nobody told. */
    private fun onLine(line: String) {
        if (!line.startsWith("data:")) return
        failures = 0
        fetch()
    }

    private fun onEnd(
        status: Int?,
        retryAfterMsec: Long,
    ) {
        disconnect()
        hold(retryAfterMsec)
        tryLater(maxOf(failures, fetchFailures))
        failures += 1
        // What streams do not bring is asked for at least that often. Whether the session is there, its states say.
        if (failures > 1 || status == Outcome.NOT_FOUND) fetch()
    }

    private fun hold(msec: Long) {
        if (msec > 0) heldUntil = worker.ticks() + msec
    }

    private fun tryLater(
        failures: Int,
        again: () -> Unit = ::again,
    ) {
        retry =
            worker.later(FIRST_MSEC + backoff(failures, FIRST_MSEC, mostMsec)) {
                retry = null
                again()
            }
    }

    /** Another session at once; later and later where each one is lost, as between servers that know nothing of one another. */
    private fun onLost() {
        lost += 1
        disconnect()
        if (lost == 1) onGone() else tryLater(lost, onGone)
    }

    /** One request at a time; who asks meanwhile gets another one after it. */
    private fun fetch() {
        val id = sessionId
        if (id == null || !isOn || isHeld()) return
        if (isFetching) {
            isAskedAgain = true
            return
        }
        isFetching = true
        val mine = followed
        requests.get("/sdk/v1/sessions/$id/states", etag) { if (mine == followed) onAnswer(it) }
    }

    private fun onAnswer(outcome: Outcome) {
        isFetching = false
        val again = isAskedAgain
        isAskedAgain = false
        if (isOn) take(outcome)
        if (again) fetch()
    }

    private fun take(outcome: Outcome) {
        val status = (outcome as? Outcome.Answer)?.status
        if (status == Outcome.NOT_FOUND && outcome.isRefusal) return onLost()
        if (status == Outcome.OK || status == Outcome.NOT_MODIFIED) lost = 0
        val answer = (outcome as? Outcome.Answer)?.takeIf { it.status == Outcome.OK }
        val states = State.readAll(answer?.body)
        if (states != null) {
            etag = answer?.etag
            onStates(states)
        }
        if (states != null || status == Outcome.NOT_MODIFIED) return onFetched()
        onFailed(outcome)
    }

    private fun onFailed(outcome: Outcome) {
        fetchFailures += 1
        hold(outcome.retryAfterMsec)
        mostMsec = if (outcome.isPassing || outcome.isRefusal) MOST_MSEC else Outcome.OTHER_MSEC
        if (!outcome.isRefusal && retry == null) tryLater(maxOf(failures, fetchFailures))
    }

    private fun onFetched() {
        fetchFailures = 0
        mostMsec = MOST_MSEC
    }

    private companion object {
        const val FIRST_MSEC = 500L
        const val MOST_MSEC = 60_000L
    }
}
