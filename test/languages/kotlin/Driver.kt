package understudy

import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import understudy.contract.Collections
import understudy.contract.Hero
import understudy.contract.HomepageBodyChild
import understudy.contract.Teaser
import understudy.contract.fallbacks
import java.io.Closeable
import java.io.File
import java.nio.file.Files
import java.time.ZoneOffset
import java.time.format.DateTimeFormatter
import java.util.Date
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.CopyOnWriteArrayList
import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicInteger
import kotlin.concurrent.thread

/** Reads steps, one JSON text a line, does each, and writes what it saw. `open` begins with a new device. */
internal fun main() {
    var device = Device()
    for (line in generateSequence { readlnOrNull() }) {
        val step = Json.parse(line).asObject() ?: continue
        if (step["do"] == "open") device = Device()
        val saw =
            try {
                device.run(step)
            } catch (error: IllegalStateException) {
                mapOf("failed" to error.toString())
            }
        println(Json.write(saw))
    }
}

/** Java's own: what the runtime makes of a date is read by another one. */
private val isoTime = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSX").withZone(ZoneOffset.UTC)

private class App(
    folder: File,
    key: String,
    lines: MutableList<String>,
    fails: Boolean,
) {
    val client = Client(fallbacks, key)
    val collections = Collections(client)
    val things: Map<String, Any> =
        with(collections.homepage) {
            mapOf(banner.key to banner, footer.key to footer, body.key to body)
        } + (collections.later.card.key to collections.later.card)
    val changes = CopyOnWriteArrayList<String>()

    init {
        client.folder = folder
        client.http = Http { request -> send(request) }
        client.log =
            Log {
                lines += it
                check(!fails) { "the app's own" }
            }
        if (fails) client.changed { throw AssertionError("the app's own") }
        client.changed { ids -> changes += things.filterValues { idOf(it) in ids }.keys }
    }

    /** Three listeners, one function: each tracks the event, stops the first, twice, and the second. */
    fun stopOthers(name: String) {
        val stops = ArrayList<Closeable>()
        val heard: (Set<String>) -> Unit = {
            client.session.track(name)
            stops[0].close()
            stops[0].close()
            stops[1].close()
        }
        repeat(times = 3) { stops += client.changed(heard) }
    }

    /** Requests, not streams, that have no answer yet. */
    val asking = AtomicInteger()

    private fun send(request: HttpRequest): HttpAnswer {
        if (request.url.endsWith("/stream")) return UrlConnectionHttp().send(request)
        asking.incrementAndGet()
        try {
            val answer = UrlConnectionHttp().send(request)
            val body = answer.use { it.body.readBytes() }
            return HttpAnswer(answer.status, answer.headers, body.inputStream())
        } finally {
            asking.decrementAndGet()
        }
    }

    private fun idOf(thing: Any) = (thing as? Experience<*>)?.id ?: (thing as Section<*>).id
}

private class Device {
    private val folder = Files.createTempDirectory("understudy-contract").toFile().apply { deleteOnExit() }
    private val lines = CopyOnWriteArrayList<String>()
    private val scope = CoroutineScope(Dispatchers.Default)
    private var launched: App? = null
    private val app get() = checkNotNull(launched) { "nothing is launched" }

    fun run(step: Map<String, Any?>): Map<String, Any?> {
        val session by lazy { app.client.session }
        val options by lazy { StartOptions(step["userId"] as String?, fieldsOf(step)) }
        when (step["do"]) {
            "open" -> {
                return emptyMap()
            }

            "launch" -> {
                launch(step)
            }

            "kill" -> {
                kill()
            }

            "start" -> {
                begin(step, options) { session.start(options) }
            }

            "update" -> {
                begin(step, options) { session.update(options.fields) }
            }

            "identify" -> {
                begin(step, options) { deprecated(step, options) }
            }

            "anonymize" -> {
                begin(step, options) { deprecated(step, options) }
            }

            "track" -> {
                repeat((step["times"] as Double? ?: 1.0).toInt()) { track(step) }
            }

            "assign" -> {
                assign(step["name"].toString(), step["value"])
            }

            "read" -> {
                look(step["what"].toString())
            }

            "advance" -> {
                advance(step["seconds"] as Double)
            }

            "flush", "seen" -> {
                flush()
            }

            "leaveVisitor" -> {
                keptFile("understudy-visitor-").writeText("x".repeat((step["length"] as Double).toInt()))
            }

            "leave" -> {
                leave((step["letter"] as String? ?: "x").repeat((step["bytes"] as Double).toInt()))
            }

            "disk" -> {
                fillDisk(step["full"] == true)
            }

            "look" -> {
                return (step["what"] as List<*>).associate { it.toString() to look(it.toString()) }
            }

            "threads" -> {
                return mapOf("made" to List(ROUNDS) { madeByThreads() }.max())
            }

            "changes" -> {
                return mapOf("changes" to app.changes.toList())
            }

            "log" -> {
                return mapOf("lines" to lines.toList())
            }

            else -> {
                error("no step $step")
            }
        }
        return emptyMap()
    }

    /** How many objects threads that read at once are given for one state. */
    private fun madeByThreads(): Int {
        val state = State(true, emptyMap(), emptyList())
        val together = CountDownLatch(1)
        val made = ConcurrentHashMap.newKeySet<Any>()
        val threads =
            List(THREADS) {
                thread {
                    together.await()
                    made += state.made { Any() }
                }
            }
        together.countDown()
        threads.forEach { it.join() }
        return made.size
    }

    private fun launch(step: Map<String, Any?>) {
        kill()
        val made = App(folder, step["apiKey"].toString(), lines, step["fails"] == true)
        made.client.serviceUrl = step["serviceUrl"].toString()
        launched = made
        step["stopsOthers"]?.let { made.stopOthers(it.toString()) }
        for (name in listOf("sessionLock", "waitTimeMsec")) step[name]?.let { assign(name, it) }
    }

    private fun kill() {
        launched
            ?.client
            ?.engine
            ?.worker
            ?.stop()
        launched = null
    }

    private fun begin(
        step: Map<String, Any?>,
        options: StartOptions,
        body: suspend () -> Unit,
    ) {
        val job = scope.launch(start = CoroutineStart.UNDISPATCHED) { body() }
        if (step["changesAfter"] == true) spoil(options.fields as MutableMap<String, Any?>)
        if (step["wait"] != false) runBlocking { job.join() }
        awaitWork()
    }

    private fun fieldsOf(step: Map<String, Any?>): Map<String, Any?> {
        val fields = LinkedHashMap(step["fields"].asObject() ?: emptyMap())
        for (name in step["notANumber"] as List<*>? ?: emptyList<Any?>()) {
            val list = fields[name] as List<*>?
            fields[name.toString()] = if (list == null) Double.NaN else list + Double.NaN
        }
        return fields
    }

    @Suppress("UNCHECKED_CAST")
    private fun spoil(fields: MutableMap<String, Any?>) {
        for (entry in fields) {
            if (entry.value is MutableList<*>) (entry.value as MutableList<Any?>).replaceAll { "spoilt" } else entry.setValue("spoilt")
        }
    }

    private fun leave(text: String) {
        val event = """{"id":"left","name":"a/left","time":"1970-01-01T00:00:00.000Z","anonymousId":"a","x":"$text"}"""
        val kept = keptFile("understudy-events-")
        kept.writeText("$event\n${kept.readText()}")
    }

    /** A file in the folder's place takes nothing. */
    private fun fillDisk(isFull: Boolean) {
        val aside = File("${folder.path}.aside")
        if (isFull) {
            folder.mkdirs()
            check(folder.renameTo(aside) && folder.createNewFile())
        } else {
            check(folder.delete() && aside.renameTo(folder))
        }
    }

    private fun keptFile(start: String) = checkNotNull(folder.listFiles()).single { it.name.startsWith(start) }

    @Suppress("DEPRECATION")
    private suspend fun deprecated(
        step: Map<String, Any?>,
        options: StartOptions,
    ) {
        val session = app.client.session
        val userId = options.userId
        if (step["do"] == "identify" && userId != null) session.identify(userId, options.fields) else session.anonymize(options.fields)
    }

    private fun track(step: Map<String, Any?>) {
        val name = step["name"].toString()
        val metadata = metadataOf(step["metadata"].asObject() ?: emptyMap())
        val on = app.things[step["on"]]
        if (on is Experience<*>) on.track(name, metadata) else app.client.session.track(name, metadata)
    }

    private fun metadataOf(pairs: Map<String, Any?>): Metadata? {
        fun pair(name: String) = pairs[name].asObject()?.let { it["key"].toString() to it["value"].toString() }
        return pair("pair1")?.let { Metadata(it, pair("pair2"), pair("pair3")) }
    }

    private fun assign(
        name: String,
        value: Any?,
    ) {
        val client = app.client
        when (name) {
            "sessionLock" -> client.sessionLock = value as Boolean
            "waitTimeMsec" -> client.waitTimeMsec = (value as Double).toInt()
            "apiKey" -> client.apiKey = value.toString()
            "serviceUrl" -> client.serviceUrl = value.toString()
        }
    }

    /** What was asked for is answered first, unless nobody answers. */
    private fun advance(seconds: Double) {
        val until = System.nanoTime() + 300_000_000
        while (app.asking.get() > 0 && System.nanoTime() < until) Thread.sleep(2)
        Thread.sleep(10)
        awaitWork()
        app.client.engine.worker
            .advance((seconds * 1000).toLong())
        awaitWork()
    }

    private fun flush() {
        app.client.session.flush()
        awaitWork()
    }

    /** Until the worker has done all that is due. */
    private fun awaitWork() {
        val done = CountDownLatch(1)
        app.client.engine.worker
            .post { done.countDown() }
        done.await()
    }

    private fun look(what: String): Any? =
        when (what) {
            "status" -> {
                app.client.session.status.value.name
                    .lowercase()
            }

            "anonymous" -> {
                app.client.session.anonymous
            }

            "waitTimeMsec" -> {
                app.client.waitTimeMsec
            }

            else -> {
                stateOf(what)
            }
        }

    private fun stateOf(what: String): Map<String, Any?> {
        val isDefault = what.startsWith("default:")
        return when (val thing = app.things[what.removePrefix("default:")]) {
            is Hero -> {
                if (isDefault) {
                    mapOf("enabled" to thing.defaultEnabled, "data" to wire(thing.defaultData))
                } else {
                    mapOf("enabled" to thing.enabled, "data" to wire(thing.data))
                }
            }

            is Teaser -> {
                mapOf("enabled" to thing.enabled, "data" to mapOf("title" to thing.data.title))
            }

            is Section<*> -> {
                mapOf("enabled" to thing.enabled, "children" to thing.children.map { childOf(it) })
            }

            else -> {
                error("nothing is $what")
            }
        }
    }

    private fun childOf(child: Any): List<Any?> =
        when (child as HomepageBodyChild) {
            is Teaser -> (child as Teaser).let { listOf(it.key, it.type, it.data.title) }
        }

    /** Each property as its own type gives it, by the wire's key. */
    private fun wire(data: understudy.contract.HeroData): Map<String, Any?> {
        val typed: Map<String, Any?> =
            mapOf(
                "headline" to data.headline,
                "text" to data.text,
                "seats" to data.seats,
                "soldOut" to data.soldOut,
                "background" to mapOf("value" to data.background.value, "opacity" to data.background.opacity),
                "link" to data.link.toString(),
                "poster" to data.poster?.toString(),
                "premiere" to isoTime.format(data.premiere.let { date: Date -> date.toInstant() }),
                "genre" to data.genre.text,
                "tags" to data.tags,
                "extra" to data.extra,
                "subtitle" to data.subtitle,
                "class" to data.classValue,
                "head-line" to data.headLineValue,
                "HEADLINE" to data.hEADLINEOab8,
            )
        return typed.filter { (key, value) -> value != null || key == "extra" }
    }

    private companion object {
        const val ROUNDS = 300
        const val THREADS = 4
    }
}
