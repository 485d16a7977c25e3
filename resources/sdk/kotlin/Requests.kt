package understudy

import java.io.Closeable
import java.util.concurrent.ExecutorService
import java.util.concurrent.Executors
import kotlin.concurrent.thread

/** What came of a request: an answer of the server, or nothing. */
internal sealed class Outcome {
    /** The same request may succeed later. */
    abstract val isPassing: Boolean

    /**
     * The service itself refuses for good: it always says why. What does not is the page of a proxy, or of a network that wants one
     * to sign in; the service was not asked.
     */
    open val isRefusal: Boolean get() = false

    /** Something in front of the service does not let the request through, perhaps for what is in it. */
    open val isStopped: Boolean get() = false

    /** What went wrong, in words: the problem's own where it is the service's. */
    abstract val problem: String

    /** How long the server asks to wait, in ms. */
    open val retryAfterMsec: Long get() = 0

    class Answer(
        private val address: String,
        val status: Int,
        val etag: String?,
        override val retryAfterMsec: Long,
        val body: Any?,
    ) : Outcome() {
        override val isPassing: Boolean get() = status == TIMED_OUT || status == TOO_MANY || status >= SERVER_ERROR
        override val isRefusal: Boolean get() = !isPassing && detail != null
        override val isStopped: Boolean get() = !isPassing && detail == null && status >= BAD_REQUEST
        override val problem: String
            get() =
                detail?.let { "$status: $it" }
                    ?: "$address answered $status, but not as the service does: check client.serviceUrl and what is in front of it"

        /**
         * The service's own words: a problem (RFC 9457) with a `code`, which those of others have not. Not about a method that was not
         * ours: a redirect has made a GET of a POST.
         */
        private val detail: String?
            get() =
                body
                    .asObject()
                    ?.takeIf { status >= BAD_REQUEST && status != OTHER_METHOD && it["code"] is String }
                    ?.get("detail") as? String
    }

    class Unreachable(
        private val address: String,
    ) : Outcome() {
        override val isPassing: Boolean get() = true
        override val problem: String get() = "$address can't be reached: check client.serviceUrl and the network"
    }

    /** How long to wait before a request goes again, in ms: up to [mostMsec] and jitter, never less than the server asks for. */
    fun pauseAfter(
        failures: Int,
        firstMsec: Long,
        mostMsec: Long,
    ): Long = maxOf(retryAfterMsec, backoff(failures, firstMsec, if (isPassing) mostMsec else OTHER_MSEC))

    companion object {
        const val OK = 200
        const val CREATED = 201
        const val NOT_MODIFIED = 304
        const val BAD_REQUEST = 400
        const val UNAUTHORIZED = 401
        const val NOT_FOUND = 404
        const val OTHER_METHOD = 405
        const val TIMED_OUT = 408
        const val TOO_MANY = 429
        const val SERVER_ERROR = 500

        /** The longest pause while something else answers in place of the service. */
        const val OTHER_MSEC = 300_000L
    }
}

/** Sends requests on threads of its own; what comes of them is told on the worker's. */
internal class Requests(
    private val worker: Worker,
    private val settings: Settings,
) {
    private val threads: ExecutorService =
        Executors.newCachedThreadPool { run -> thread(start = false, isDaemon = true, name = "understudy-http") { run.run() } }

    fun get(
        path: String,
        etag: String?,
        then: (Outcome) -> Unit,
    ) {
        send("GET", path, if (etag == null) emptyMap() else mapOf("If-None-Match" to etag), null, then)
    }

    /** Gives the way to call it off: nothing comes of it then. */
    fun post(
        path: String,
        body: String,
        then: (Outcome) -> Unit,
    ): () -> Unit = send("POST", path, mapOf("Content-Type" to "application/json"), body.toByteArray(), then)

    private fun send(
        method: String,
        path: String,
        headers: Map<String, String>,
        body: ByteArray?,
        then: (Outcome) -> Unit,
    ): () -> Unit {
        val request = request(method, path, headers, body, MOST_MSEC)
        val opened = OpenAnswer()
        val unreachable = Outcome.Unreachable(request.url)
        var isDone = false
        val end = { outcome: Outcome ->
            if (!isDone) {
                isDone = true
                then(outcome)
            }
        }
        // Reads may each come in time, and never end.
        val leaveLimit =
            worker.later(MOST_MSEC.toLong()) {
                closeApart(request, opened)
                end(unreachable)
            }
        threads.execute {
            // Some clients of HTTP throw more than they say.
            val outcome =
                attempt {
                    check(request.isWanted) { "it was called off" }
                    settings.http.send(request).use { read(request.url, opened.use(it)) }
                } ?: unreachable
            worker.post {
                leaveLimit()
                end(outcome)
            }
        }
        return {
            if (!isDone) closeApart(request, opened)
            isDone = true
            leaveLimit()
        }
    }

    /** Reads an answer line by line until it ends, is closed, or says nothing for [STREAM_MSEC]. All are told on the worker. */
    fun stream(
        path: String,
        onLine: (String) -> Unit,
        onEnd: (status: Int?, retryAfterMsec: Long) -> Unit,
    ): Closeable {
        val request = request("GET", path, mapOf("Accept" to "text/event-stream"), null, STREAM_MSEC)
        val opened = OpenAnswer()
        threads.execute {
            var answer: HttpAnswer? = null
            attempt {
                val head = settings.http.send(request)
                answer = opened.use(head)
                if (head.status == Outcome.OK) {
                    head.body.bufferedReader().forEachLine { line -> worker.post { onLine(line) } }
                }
            }
            attempt { opened.close() }
            val asked = retryAfterMsec(answer?.headers?.get("retry-after"))
            worker.post { onEnd(answer?.status, asked) }
        }
        return Closeable { closeApart(request, opened) }
    }

    /** Closing waits for what is being read on some systems, so it is not for the worker to do. */
    private fun closeApart(
        request: HttpRequest,
        opened: OpenAnswer,
    ) {
        val end = request.callOff()
        threads.execute { attempt(body = end) }
        threads.execute { attempt { opened.close() } }
    }

    private fun request(
        method: String,
        path: String,
        headers: Map<String, String>,
        body: ByteArray?,
        readMsec: Int,
    ) = HttpRequest(
        method,
        settings.serviceUrl + path,
        headers + ("X-API-Key" to settings.apiKey),
        body,
        readMsec,
    )

    private fun read(
        address: String,
        answer: HttpAnswer,
    ): Outcome =
        Outcome.Answer(
            address,
            answer.status,
            answer.headers["etag"],
            retryAfterMsec(answer.headers["retry-after"]),
            Json.parse(answer.body.readBytes().decodeToString()),
        )

    /** RFC 9110, 10.2.3: seconds, or a date. At most an hour is waited. */
    private fun retryAfterMsec(header: String?): Long {
        if (header == null) return 0
        if (header.matches(digits)) return minOf(header.toDouble() * SECOND, HOUR.toDouble()).toLong()
        val msec = Times.parseHttp(header)?.let { it.time - worker.now() }
        return (msec ?: 0).coerceIn(0, HOUR)
    }

    private class OpenAnswer : Closeable {
        private var answer: HttpAnswer? = null
        private var isClosed = false

        fun use(opened: HttpAnswer): HttpAnswer {
            val late = synchronized(this) { isClosed.also { answer = opened } }
            if (late) opened.close()
            return opened
        }

        override fun close() {
            synchronized(this) {
                isClosed = true
                answer
            }?.close()
        }
    }

    private companion object {
        /** The longest that a request may take, and each read of it. */
        const val MOST_MSEC = 30_000

        /** The server says something every 15 seconds. */
        const val STREAM_MSEC = 45_000
        const val SECOND = 1000
        val digits = Regex("[0-9]+")
        const val HOUR = 3_600_000L
    }
}

/** Exponential backoff with full jitter: any time up to [firstMsec] doubled with every failure, at most [mostMsec]. */
internal fun backoff(
    failures: Int,
    firstMsec: Long,
    mostMsec: Long,
): Long = (Math.random() * minOf(mostMsec, firstMsec shl minOf(failures, 20))).toLong()
