package understudy

import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.StateFlow

/**
 * With [userId] (1 to 200 characters): the known-user flow. Without: the anonymous flow. [fields] are facts about the user:
 * String, Number, Boolean, java.util.Date or a list of those; null removes one that was set before.
 */
public class StartOptions(
    public val userId: String? = null,
    public val fields: Map<String, Any?> = emptyMap(),
)

/**
 * `IDLE` before `start`, `STARTING` until the first answer, then `READY`. `FALLBACK`: no answer in time, or none at all; a late
 * one still makes it `READY`.
 */
public enum class SessionStatus { IDLE, STARTING, READY, FALLBACK }

/** The app's session: who it is for, and what the app tells about them. Nothing here throws; any thread may call. */
public class Session internal constructor(
    private val engine: Engine,
) {
    /** For the main thread too: it changes as the session does. */
    public val status: StateFlow<SessionStatus> get() = engine.runner.status

    /** Whether the session is a visitor's: also before the first start. */
    public val anonymous: Boolean get() = engine.runner.isAnonymous

    /**
     * Starts a session. Comes back with the first answer, or once fallbacks are served instead. Another start is another
     * session: nothing is locked from the one before. It goes on where the caller is cancelled.
     */
    public suspend fun start(options: StartOptions = StartOptions()) {
        engine.start(options).await()
    }

    /** Starts the session anew for the same person, with these fields besides those that they have; null removes one. */
    public suspend fun update(fields: Map<String, Any?>) {
        engine.update(fields).await()
    }

    /** The same as `start(StartOptions(userId, fields))`. */
    @Deprecated(
        "Works until 1.0.0: use start(StartOptions(userId, fields)).",
        ReplaceWith("start(StartOptions(userId, fields))", "understudy.StartOptions"),
    )
    public suspend fun identify(
        userId: String,
        fields: Map<String, Any?> = emptyMap(),
    ) {
        engine.telling.warnOnce("session.identify is deprecated: use session.start(StartOptions(userId, fields)).")
        start(StartOptions(userId, fields))
    }

    /** The same as `start(StartOptions(fields = fields))`. */
    @Deprecated(
        "Works until 1.0.0: use start(StartOptions(fields = fields)).",
        ReplaceWith("start(StartOptions(fields = fields))", "understudy.StartOptions"),
    )
    public suspend fun anonymize(fields: Map<String, Any?> = emptyMap()) {
        engine.telling.warnOnce("session.anonymize is deprecated: use session.start(StartOptions(fields = fields)).")
        start(StartOptions(fields = fields))
    }

    /** Tracks `<group>/<action>`. It goes with the next batch; what can't go is told in the log. */
    public fun track(
        name: String,
        metadata: Metadata? = null,
    ) {
        engine.track(name, metadata, null)
    }

    /** Sends what waits at once, and tries again what did not get through: for an app that goes to the background. */
    public fun flush() {
        engine.flush()
    }
}

/** Starts sessions: the first answer within `waitTimeMsec`, or none; a late one still comes. All on the worker. */
internal class SessionRunner(
    private val parts: Parts,
) {
    /** What a session's life means to the rest of the engine. */
    interface Parts {
        val worker: Worker
        val telling: Telling
        val serviceUrl: String
        val waitTimeMsec: Int

        /** The visitor of this device. */
        fun visitor(): String

        /** Asks the server for a session, and gives the way to call it off. */
        fun ask(
            person: Person,
            fields: Map<String, Any?>,
            then: (Outcome) -> Unit,
        ): () -> Unit

        fun onBegin(
            person: Person,
            isSamePerson: Boolean,
        )

        fun onAnswer(
            sessionId: String,
            states: Map<String, State>,
            isLate: Boolean,
        )

        fun onNoAnswer()
    }

    /** One start of a session. Once another one begins, answers to this one are ignored. */
    private class Run(
        val person: Person,
        val settled: CompletableDeferred<Unit>,
    ) {
        var callOffWait: () -> Unit = {}
        var callOffAsk: () -> Unit = {}
        var isSettled = false

        /** The next try goes without the fields, since they may be what was stopped. */
        var isBare = false

        /** Tries in a row that came to nothing, since the app was last seen. */
        var failures = 0
    }

    private val statuses = MutableStateFlow(SessionStatus.IDLE)
    val status: StateFlow<SessionStatus> get() = statuses

    /** Changed on the worker, read by whoever asks whether the session is a visitor's. */
    @Volatile
    private var run: Run? = null

    /** The start before this one. What it says of somebody may be under way still. */
    private var overtaken: Run? = null
    private var since = 0L
    private var retry: (() -> Unit)? = null

    /** Tries at once what waits for its turn, where the server has not asked to wait. */
    private var hurry: (() -> Unit)? = null

    /** What the server has not confirmed yet: an update must not lose what the start before it said. */
    private var unconfirmed: Map<String, Any?> = emptyMap()

    val isAnonymous: Boolean get() = run?.person?.userId == null

    fun start(
        options: StartOptions,
        settled: CompletableDeferred<Unit>,
    ) {
        val isUser = options.userId == null || options.userId.length in 1..MOST_USER
        if (!isUser) parts.telling.error("userId must be a text of 1 to $MOST_USER characters; the session is anonymous.")
        begin(Person(options.userId.takeIf { isUser }, parts.visitor()), options.fields, settled)
    }

    fun update(
        fields: Map<String, Any?>,
        settled: CompletableDeferred<Unit>,
    ) {
        start(StartOptions(run?.person?.userId, fields), settled)
    }

    /** The time that is left to a start under way is counted anew. */
    fun onWaitChanged() {
        run?.takeIf { !it.isSettled }?.let { wait(it) }
    }

    private fun begin(
        person: Person,
        fields: Map<String, Any?>,
        settled: CompletableDeferred<Unit>,
    ) {
        val before = run
        val isSamePerson = before != null && before.person.userId == person.userId
        val isSaid = isSamePerson || unconfirmed.isEmpty()
        unconfirmed = if (isSamePerson) unconfirmed + fields else fields
        val next = Run(person, settled)
        run = next
        leaveRetry()
        before?.callOffWait?.invoke()
        // Where nobody answers each would keep a thread and a connection. What one alone has said of somebody else is to arrive.
        overtaken?.callOffAsk?.invoke()
        overtaken = if (isSaid) before else null
        // Who waits for a start that is overtaken waits for the one that overtook it.
        if (before != null && !before.isSettled) settled.invokeOnCompletion { before.settled.complete(Unit) }
        statuses.value = SessionStatus.STARTING
        since = parts.worker.ticks()
        parts.onBegin(person, isSamePerson)
        wait(next)
        ask(next, unconfirmed)
    }

    /** The app is seen again, or flushes: no need to wait, unless the server has asked to; after a try under way the next is soon. */
    fun tryAgain() {
        run?.failures = 0
        hurry?.invoke()
    }

    private fun wait(run: Run) {
        run.callOffWait()
        val left = since + parts.waitTimeMsec - parts.worker.ticks()
        run.callOffWait = parts.worker.later(maxOf(left, 0)) { waited(run) }
    }

    /** Whoever chose no wait at all expects no answer yet. */
    private fun waited(run: Run) {
        if (parts.waitTimeMsec > 0) {
            parts.telling.warnOnce("${parts.serviceUrl} does not answer yet.")
        }
        settleWithout(run)
    }

    private fun ask(
        asked: Run,
        fields: Map<String, Any?>,
    ) {
        leaveRetry()
        val sent = if (asked.isBare) emptyMap() else fields
        asked.callOffAsk =
            parts.ask(asked.person, sent) { outcome ->
                if (run === asked) onOutcome(asked, fields, outcome)
            }
    }

    private fun leaveRetry() {
        retry?.invoke()
        hurry = null
    }

    private fun onOutcome(
        asked: Run,
        fields: Map<String, Any?>,
        outcome: Outcome,
    ) {
        val body = (outcome as? Outcome.Answer)?.takeIf { it.status == Outcome.CREATED }?.body
        val id =
            body
                .asObject()
                ?.get("session")
                .asObject()
                ?.get("id") as? String
        val states = State.readAll(body)
        if (id != null && states != null) {
            if (!asked.isBare) confirm(fields)
            accept(asked, id, states)
            if (!asked.isBare) return
            asked.isBare = false
            asked.failures = 0
            return askLater(asked, fields, outcome)
        }
        val hasSession = statuses.value == SessionStatus.READY
        settleWithout(asked)
        if (outcome.isRefusal || (hasSession && outcome.isStopped)) {
            val result = if (hasSession) "The start's fields are left out" else "No session"
            parts.telling.error("$result: ${outcome.problem}")
            // The fields of a start that was refused would have the next one refused as well.
            return confirm(fields)
        }
        if (!hasSession) parts.telling.warnOnce("No session: ${outcome.problem}. It is tried again.")
        asked.isBare = !asked.isBare && outcome.isStopped && fields.isNotEmpty()
        askLater(asked, fields, outcome)
    }

    private fun askLater(
        asked: Run,
        fields: Map<String, Any?>,
        outcome: Outcome,
    ) {
        val pause = LEAST_MSEC + outcome.pauseAfter(asked.failures, FIRST_MSEC, MOST_MSEC)
        retry = parts.worker.later(pause) { ask(asked, fields) }
        if (outcome.retryAfterMsec == 0L) hurry = { ask(asked, fields) }
        asked.failures += 1
    }

    private fun confirm(fields: Map<String, Any?>) {
        if (unconfirmed === fields) unconfirmed = emptyMap()
    }

    private fun accept(
        asked: Run,
        id: String,
        states: Map<String, State>,
    ) {
        val isLate = asked.isSettled
        settle(asked)
        parts.onAnswer(id, states, isLate)
        finish(asked, SessionStatus.READY)
    }

    private fun settleWithout(asked: Run) {
        if (asked.isSettled) return
        settle(asked)
        parts.onNoAnswer()
        finish(asked, SessionStatus.FALLBACK)
    }

    private fun settle(asked: Run) {
        asked.callOffWait()
        asked.isSettled = true
    }

    /** The last thing: who sees the status sees the states that it is about. */
    private fun finish(
        asked: Run,
        status: SessionStatus,
    ) {
        statuses.value = status
        asked.settled.complete(Unit)
    }

    private companion object {
        const val MOST_USER = 200

        /** Some two seconds after the first failure, up to a minute, or some minutes where something else answers. */
        const val LEAST_MSEC = 500L
        const val FIRST_MSEC = 2000L
        const val MOST_MSEC = 60_000L
    }
}
