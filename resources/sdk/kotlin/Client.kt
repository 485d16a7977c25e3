package understudy

import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.flow.StateFlow
import java.io.Closeable
import java.io.File
import java.util.Locale
import java.util.TimeZone
import java.util.UUID
import java.util.concurrent.CopyOnWriteArrayList

/**
 * One Space as the app sees it. Its settings are assigned directly; a value that can't be is told in the log, and the old one
 * stays. Nothing here throws, nothing runs on the caller's thread that takes time, and nothing is sent before `session.start`.
 */
public class Client(
    fallbacks: Fallbacks,
    apiKey: String,
) {
    internal val engine = Engine(fallbacks, apiKey)

    /** The app's session with the Space. */
    public val session: Session = Session(engine)

    /** The environment's API key; may be assigned until the session starts. */
    public var apiKey: String by engine.settings::apiKey

    /** Where the SDK plane answers; may be assigned until the session starts. From Android's emulator a desk is 10.0.2.2. */
    public var serviceUrl: String by engine.settings::serviceUrl

    /**
     * Where events and the visitor outlive the process, e.g. Android's `context.noBackupFilesDir`: one process's own. May be assigned
     * until the session starts.
     */
    public var folder: File? by engine.settings::folder

    /** How requests are sent; may be assigned until the session starts. */
    public var http: Http by engine.settings::http

    /** Where this client tells what its developer should know; standard error by default, which Android shows in its log. */
    public var log: Log by engine.telling::log

    /** True by default: what the app has read stays the same for the session. False: it changes live. Takes effect at once. */
    public var sessionLock: Boolean
        get() = engine.states.isLocked
        set(value) = engine.lock(value)

    /** The longest wait for the first answer, in ms, before fallbacks are served; 2000 by default. Takes effect at once. */
    public var waitTimeMsec: Int
        get() = engine.settings.waitTimeMsec
        set(value) {
            engine.settings.waitTimeMsec = value
            engine.onWaitChanged()
        }

    /** Another number once something of the Space may look different. */
    public val revision: StateFlow<Long> get() = engine.states.revision

    /** Hears the ids of the Experiences and Sections that the app sees anew, on a thread of the runtime's own. Close to stop. */
    public fun changed(listener: (Set<String>) -> Unit): Closeable = engine.listen(listener)
}

/** The parts of a client, and which of them tells which. */
internal class Engine(
    fallbacks: Fallbacks,
    apiKey: String,
) : SessionRunner.Parts {
    override val telling: Telling = Telling()
    override val worker: Worker = Worker { telling.error("Something of the SDK failed: $it") }
    val settings: Settings = Settings(telling, apiKey)
    val states: StateStore = StateStore(fallbacks.states)
    val runner: SessionRunner = SessionRunner(this)
    private val space = fallbacks.space
    private val requests = Requests(worker, settings)
    private val listeners = CopyOnWriteArrayList<Listener>()
    private val tracker =
        EventTracker(telling) { events ->
            queue?.add(events)
            keepLeft()
            sender?.onQueued()
        }
    private val live =
        LiveUpdates(
            worker,
            requests,
            onStates = { tell(states.apply(it)) },
            onGone = { runner.update(emptyMap(), CompletableDeferred()) },
        )
    private var queue: EventQueue? = null
    private var sender: EventSender? = null

    fun start(options: StartOptions): CompletableDeferred<Unit> =
        begin(options.fields) { fields, settled -> runner.start(StartOptions(options.userId, fields), settled) }

    fun update(fields: Map<String, Any?>): CompletableDeferred<Unit> = begin(fields, runner::update)

    /** The fields are those of the moment: what the app does to its map, or to a list in it, changes nothing later. */
    private fun begin(
        given: Map<String, Any?>,
        body: (Map<String, Any?>, CompletableDeferred<Unit>) -> Unit,
    ): CompletableDeferred<Unit> {
        val fields = fieldsOf(given)
        val settled = CompletableDeferred<Unit>()
        worker.post {
            settings.onStart()
            body(fields, settled)
        }
        return settled
    }

    /** A copy, as JSON has it. What JSON can't say is told and left out: one field must not take the others with it. */
    private fun fieldsOf(given: Map<String, Any?>): Map<String, Any?> {
        val names = attempt({ telling.error("The session's fields can't be read, so it has none: $it") }) { given.keys.toList() }
        val fields = LinkedHashMap<String, Any?>()
        for (name in names ?: emptyList()) {
            val told = { _: Throwable -> telling.error("The field ${Json.write(name)} is left out: JSON can't say its value.") }
            attempt(told) { fields[name] = Json.Written(Json.write(given[name])) }
        }
        return fields
    }

    fun track(
        name: String,
        metadata: Metadata?,
        experienceId: String?,
    ) {
        val problem = tracker.problemOf(name, metadata)
        if (problem != null) return telling.warn("The event ${Json.write(name)} is not sent: $problem.")
        val time = worker.now()
        worker.post { tracker.take(name, metadata, experienceId, time) }
    }

    fun flush() {
        worker.post {
            tracker.release()
            keepLeft()
            sender?.wake()
            runner.tryAgain()
            live.tryAgain()
        }
    }

    fun lock(isLocked: Boolean) {
        val changed = states.lock(isLocked)
        worker.post {
            // As it is by now: several threads may have assigned it.
            live.switch(!states.isLocked)
            tell(changed)
        }
    }

    fun onWaitChanged() {
        worker.post { runner.onWaitChanged() }
    }

    fun listen(listener: (Set<String>) -> Unit): Closeable {
        val added = Listener(listener)
        listeners += added
        return Closeable { listeners -= added }
    }

    /** Each is another one, also where an app adds the same function again. */
    private class Listener(
        val hear: (Set<String>) -> Unit,
    )

    override val serviceUrl: String get() = settings.serviceUrl

    override val waitTimeMsec: Int get() = settings.waitTimeMsec

    override fun visitor(): String = kept("visitor-$scope")

    override fun ask(
        person: Person,
        fields: Map<String, Any?>,
        then: (Outcome) -> Unit,
    ): () -> Unit {
        val body = LinkedHashMap<String, Any?>()
        person.userId?.let { body["userId"] = it }
        body["anonymousId"] = person.anonymousId
        if (fields.isNotEmpty()) body["fields"] = fields
        body["sdk"] = Version.sdk
        body["device"] =
            mapOf(
                "id" to kept("device"),
                "platform" to if (System.getProperty("java.vm.name") == "Dalvik") "android" else "jvm",
                "locale" to Locale.getDefault().toLanguageTag().take(MOST_TAG),
                "timeZone" to TimeZone.getDefault().id.take(MOST_TAG),
            )
        return requests.post("/sdk/v1/sessions", Json.write(body), then)
    }

    override fun onBegin(
        person: Person,
        isSamePerson: Boolean,
    ) {
        if (queue == null) setUpEvents()
        tracker.begin(person)
        live.follow(null)
        tell(states.begin(isSamePerson))
    }

    override fun onAnswer(
        sessionId: String,
        states: Map<String, State>,
        isLate: Boolean,
    ) {
        tracker.settle(sessionId)
        sender?.tryAgain()
        live.follow(sessionId)
        tell(if (isLate) this.states.apply(states) else this.states.settle(states))
    }

    override fun onNoAnswer() {
        tracker.settle(null)
        states.settleWithout()
    }

    private fun setUpEvents() {
        val folder = settings.folder
        if (folder == null) telling.warn("Events do not outlive the app: assign client.folder before session.start.")
        val made = EventQueue(folder?.let { Journal(File(it, "understudy-events-$scope")) }, telling)
        made.adopt()
        queue = made
        sender = EventSender(made, worker, requests, telling).also { it.wake() }
    }

    /** What is kept is kept by service, Space and environment: an exchanged key makes nobody a stranger. */
    private val scope: String
        get() {
            val environment = Regex("^us_[a-z]+(?=_)").find(settings.apiKey)?.value ?: settings.apiKey
            val name = "${settings.serviceUrl} $space $environment"
            return UUID.nameUUIDFromBytes(name.toByteArray()).toString()
        }

    /** The id kept under this name; made and kept the first time. */
    private fun kept(name: String): String =
        ids.getOrPut(name) {
            val journal = settings.folder?.let { Journal(File(it, "understudy-$name")) }
            val known = journal?.read()?.firstOrNull()
            if (known != null && known.length in 1..MOST_ID) return@getOrPut known
            UUID.randomUUID().toString().also { if (journal?.rewrite("$it\n") == false) left[journal] = it }
        }

    private val ids = HashMap<String, String>()

    /** Ids that found no room on the disk. */
    private val left = HashMap<Journal, String>()

    private fun keepLeft() {
        left.entries.removeAll { (journal, id) -> journal.rewrite("$id\n") }
    }

    private fun tell(changed: Set<String>) {
        if (changed.isEmpty()) return
        for (listener in listeners) {
            // One that was called before it may have stopped it.
            if (listener in listeners) attempt({ telling.error("A listener failed: $it") }) { listener.hear(changed) }
        }
    }

    private companion object {
        const val MOST_TAG = 64
        const val MOST_ID = 200
    }
}
