package understudy

import java.io.File
import java.io.FileOutputStream
import java.io.IOException
import java.util.UUID

/** Up to three pairs that say more about an event: a key of 1 to 64 and a value of 0 to 256 characters each. */
public class Metadata(
    public val pair1: Pair<String, String>,
    public val pair2: Pair<String, String>? = null,
    public val pair3: Pair<String, String>? = null,
) {
    internal fun wire(): Map<String, Any> =
        listOf("pair1" to pair1, "pair2" to pair2, "pair3" to pair3)
            .mapNotNull { (name, pair) -> pair?.let { name to mapOf("key" to it.first, "value" to it.second) } }
            .toMap()

    internal val problem: String?
        get() =
            listOf("pair1" to pair1, "pair2" to pair2, "pair3" to pair3)
                .firstOrNull { (_, pair) -> pair != null && !isRight(pair) }
                ?.let { (name) -> "$name must be {key, value} with a key of 1 to 64 and a value of 0 to 256 characters" }

    private fun isRight(pair: Pair<String, String>) = pair.first.length in 1..MOST_KEY && pair.second.length <= MOST_VALUE

    private companion object {
        const val MOST_KEY = 64
        const val MOST_VALUE = 256
    }
}

/** Who a session is for. A visitor's id goes along with a known user; that links nothing by itself. */
internal class Person(
    val userId: String?,
    val anonymousId: String,
)

/** An event as it is sent, with its id and its JSON. */
internal class Event(
    val id: String,
    val json: String,
) {
    val bytes: Int = json.toByteArray().size
}

/** Makes events of what the app tracks, and holds them until it is known whose they are. All on the worker. */
internal class EventTracker(
    private val telling: Telling,
    private val onEvents: (List<Event>) -> Unit,
) {
    private val waiting = ArrayDeque<Map<String, Any>>()
    private var person: Person? = null
    private var sessionId: String? = null
    private var isWaiting = true

    /** Why an event can't be sent, or null where it can. */
    fun problemOf(
        name: String,
        metadata: Metadata?,
    ): String? =
        when {
            !namePattern.matches(name) -> {
                "its name must be <group>/<action>, each 1 to 64 letters, digits, '.', '_' or '-'"
            }

            name.startsWith("system/") -> {
                "the group \"system\" is reserved"
            }

            else -> {
                metadata?.problem
            }
        }

    fun take(
        name: String,
        metadata: Metadata?,
        experienceId: String?,
        time: Long,
    ) {
        val draft = LinkedHashMap<String, Any>()
        draft["id"] = UUID.randomUUID().toString()
        draft["name"] = name
        draft["time"] = Times.format(time)
        experienceId?.let { draft["experienceId"] = it }
        metadata?.let { draft["metadata"] = it.wire() }
        waiting += draft
        if (waiting.size > EventQueue.MOST_EVENTS) {
            waiting.removeFirst()
            telling.warnOnce("More than ${EventQueue.MOST_EVENTS} events wait for a session; the oldest are dropped.")
        }
        if (!isWaiting) release()
    }

    /** A session starts for this person: what waits for a first one is theirs, what is another's goes as it is. */
    fun begin(next: Person) {
        if (person != null) release()
        person = next
        sessionId = null
        isWaiting = true
    }

    /** The session is there, or is not waited for any longer. */
    fun settle(id: String?) {
        sessionId = id
        isWaiting = false
        release()
    }

    /** Hands on what waits, where it is known whose it is. */
    fun release() {
        val owner = person ?: return
        val whose = if (owner.userId == null) "anonymousId" to owner.anonymousId else "userId" to owner.userId
        val session = sessionId?.let { mapOf("sessionId" to it) } ?: emptyMap()
        val events = waiting.map { draft -> Event(draft["id"].toString(), Json.write(draft + whose + session)) }
        waiting.clear()
        if (events.isNotEmpty()) onEvents(events)
    }

    private companion object {
        val namePattern = Regex("[A-Za-z0-9._-]{1,64}/[A-Za-z0-9._-]{1,64}")
    }
}

/** Lines that outlive the process. Where they can't be written they are not: the app must not break because of us. */
internal class Journal(
    private val file: File,
) {
    private var out: FileOutputStream? = null

    fun read(): List<String> = attempt { if (file.exists()) file.readLines() else emptyList() } ?: emptyList()

    /** False where not all of it is written: the disk is full, say. */
    fun append(lines: String): Boolean =
        attempt {
            val open = out ?: FileOutputStream(file, true).also { out = it }
            open.write(lines.toByteArray())
        } != null

    /** Replaces the file as a whole: whoever is killed meanwhile leaves the old one. False where it is not replaced. */
    fun rewrite(lines: String): Boolean {
        val beside = File("${file.path}.new")
        val isReplaced =
            attempt {
                close()
                file.parentFile?.mkdirs()
                beside.writeText(lines)
                beside.renameTo(file) || (file.delete() && beside.renameTo(file))
            }
        if (isReplaced != true) attempt { beside.delete() }
        return isReplaced == true
    }

    fun close() {
        out?.close()
        out = null
    }

    private fun <T> attempt(body: () -> T): T? =
        try {
            body()
        } catch (_: IOException) {
            null
        } catch (_: SecurityException) {
            null
        }
}

/** Events that are not confirmed yet, oldest first, in memory and in a file that the next process takes over. */
internal class EventQueue(
    private val journal: Journal?,
    private val telling: Telling,
) {
    private val events = LinkedHashMap<String, Event>()
    private var bytes = 0
    private var journalLines = 0

    /** The file lacks something, or ends within a line: it is written as a whole as soon as that can be. */
    private var isBehind = false

    val size: Int get() = events.size

    /** Takes over what an earlier process has left. A last line that is cut short is none. */
    fun adopt() {
        for (line in journal?.read() ?: emptyList()) {
            if (line.startsWith("-")) {
                forget(line.drop(1))
            } else {
                val id = Json.parse(line).asObject()?.get("id") as? String
                val event = Event(id ?: continue, line)
                if (event.bytes <= MOST_EVENT) insert(event)
            }
        }
        rewrite()
    }

    fun add(all: List<Event>) {
        note(all.map { it.json })
        all.forEach { insert(it) }
        if (isBehind || journalLines > MOST_LINES) rewrite()
    }

    /** The oldest events: at most [most], and so many bytes of JSON. */
    fun next(
        most: Int,
        mostBytes: Int,
    ): List<Event> {
        if (isBehind) rewrite()
        var sum = 0
        return events.values.take(most).takeWhile { event ->
            sum += event.bytes + 1
            sum <= mostBytes
        }
    }

    fun remove(ids: List<String>) {
        ids.forEach { forget(it) }
        note(ids.map { "-$it" })
        if (events.isEmpty() || isBehind || journalLines > MOST_LINES) rewrite()
    }

    private fun note(lines: List<String>) {
        if (journal?.append(lines.joinToString("") { "$it\n" }) == false) isBehind = true
        journalLines += lines.size
    }

    /** Puts an event behind all others. */
    fun putLast(event: Event) {
        events.remove(event.id)?.let { events[it.id] = it }
    }

    private fun insert(event: Event) {
        if (events.containsKey(event.id)) return
        events[event.id] = event
        bytes += event.bytes
        while (events.size > MOST_EVENTS || bytes > MOST_BYTES) {
            telling.warnOnce(
                "More than $MOST_EVENTS events or ${MOST_BYTES / 1024} KiB wait to be sent; the oldest are dropped.",
            )
            forget(events.keys.first())
        }
    }

    private fun forget(id: String) {
        events.remove(id)?.let { bytes -= it.bytes }
    }

    private fun rewrite() {
        isBehind = journal?.rewrite(events.values.joinToString("") { "${it.json}\n" }) == false
        journalLines = events.size
    }

    companion object {
        const val MOST_EVENTS: Int = 1000

        /** What no server takes would hold the others up. */
        private const val MOST_EVENT = 32 * 1024
        private const val MOST_BYTES = 256 * 1024
        private const val MOST_LINES = 4 * MOST_EVENTS
    }
}

/** Sends what is queued, one batch at a time; what is not confirmed stays queued and goes again, ids unchanged. */
internal class EventSender(
    private val queue: EventQueue,
    private val worker: Worker,
    private val requests: Requests,
    private val telling: Telling,
) {
    private var due: (() -> Unit)? = null
    private var isUrgent = false
    private var isBusy = false

    /** The server has asked to wait. */
    private var isHeld = false
    private var failures = 0

    /** How many go in the next batch. */
    private var most = BATCH

    /** Something was queued: a full batch goes now, less of it within five seconds; after failures it waits its turn. */
    fun onQueued() {
        if (isBusy || queue.size == 0) return
        val isFull = queue.size >= BATCH
        if (due == null || (isFull && failures == 0 && !isUrgent)) arm(if (isFull && failures == 0) 0 else BATCH_MSEC)
    }

    /** No need to wait: the app may be stopped soon, or an earlier process has left events. */
    fun wake() {
        failures = 0
        if (isBusy || queue.size == 0) return
        arm(0)
    }

    /** The service has answered: what failed is tried again, unless the server has asked to wait. */
    fun tryAgain() {
        if (failures > 0 && !isHeld) wake()
    }

    private fun arm(msec: Long) {
        due?.invoke()
        isUrgent = msec == 0L
        due = worker.later(msec) { send() }
    }

    private fun send() {
        due = null
        isHeld = false
        val events = queue.next(most, MOST_BYTES)
        if (isBusy || events.isEmpty()) return
        isBusy = true
        requests.post("/sdk/v1/events", body(events)) { outcome ->
            isBusy = false
            onOutcome(outcome, events)
        }
    }

    private fun onOutcome(
        outcome: Outcome,
        events: List<Event>,
    ) {
        if (outcome.isRefusal && (outcome as? Outcome.Answer)?.status == Outcome.UNAUTHORIZED) {
            telling.warnOnce("Events wait until the API key is known again, or exchanged: ${outcome.problem}")
            arm(UNKNOWN_KEY_MSEC)
        } else if (!outcome.isRefusal && !isTaken(outcome)) {
            if (!outcome.isPassing) telling.warnOnce("Events wait: ${outcome.problem}. They are sent again.")
            if (outcome.isStopped) sendLess(events)
            isHeld = outcome.retryAfterMsec > 0
            arm(outcome.pauseAfter(failures, FIRST_MSEC, MOST_MSEC))
            failures += 1
        } else {
            failures = 0
            most = BATCH
            queue.remove(events.map { it.id })
            tellRefused(outcome, events.size)
            onQueued()
        }
    }

    /** Something in front of the service does not let them through, perhaps for one of them: the others must not wait for it. */
    private fun sendLess(events: List<Event>) {
        most = (events.size + 1) / 2
        events.singleOrNull()?.let { queue.putLast(it) }
    }

    /** The server says what it has accepted. */
    private fun isTaken(outcome: Outcome): Boolean =
        outcome is Outcome.Answer &&
            outcome.status < Outcome.BAD_REQUEST &&
            outcome.body.asObject()?.get("accepted") is Number

    private fun tellRefused(
        outcome: Outcome,
        count: Int,
    ) {
        if (outcome !is Outcome.Answer) return
        if (outcome.status >= Outcome.BAD_REQUEST) telling.warn("$count events were refused and are dropped: ${outcome.problem}")
        for (one in outcome.body.asObject()?.get("rejected") as? List<*> ?: emptyList<Any?>()) {
            val rejected = one.asObject()
            telling.warnOnce("An event was refused: ${rejected?.get("code")}, ${rejected?.get("detail")}")
        }
    }

    private fun body(events: List<Event>): String {
        val sentAt = Json.write(Times.format(worker.now()))
        return "{\"sentAt\":$sentAt,\"sdk\":${Json.write(Version.sdk)},\"events\":[${events.joinToString(",") { it.json }}]}"
    }

    private companion object {
        const val BATCH = 100
        const val MOST_BYTES = 200_000
        const val BATCH_MSEC = 5000L
        const val FIRST_MSEC = 1000L
        const val MOST_MSEC = 30_000L

        /** How often a key that was refused is tried: it comes back only where somebody puts it back. */
        const val UNKNOWN_KEY_MSEC = 60_000L
    }
}
