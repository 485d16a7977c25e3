package understudy

import java.io.Closeable
import java.io.IOException
import java.io.InputStream
import java.net.HttpURLConnection
import java.net.URL

/** One request. A read that takes longer than [readTimeoutMsec] fails. */
public class HttpRequest(
    public val method: String,
    public val url: String,
    public val headers: Map<String, String>,
    public val body: ByteArray?,
    public val readTimeoutMsec: Int,
) {
    private var isCalledOff = false
    private var end: (() -> Unit)? = null

    /** Has [end] called, on another thread, once nobody waits for the answer any more: its head may never have come. */
    public fun onCallOff(end: () -> Unit) {
        val late = synchronized(this) { isCalledOff.also { this.end = end } }
        if (late) end()
    }

    /** Gives what ends it, which may take its time. */
    internal fun callOff(): () -> Unit =
        synchronized(this) {
            isCalledOff = true
            end ?: {}
        }

    internal val isWanted: Boolean get() = synchronized(this) { !isCalledOff }
}

/** An answer, whatever its status. The names of [headers] are in small letters. The body is read as it comes, then closed. */
public class HttpAnswer(
    public val status: Int,
    public val headers: Map<String, String>,
    public val body: InputStream,
) : Closeable {
    override fun close() {
        body.close()
    }
}

/**
 * How a client sends requests: another client of HTTP fits in here. It is called on threads of the runtime's own. It keeps to
 * [HttpRequest.readTimeoutMsec], and follows no redirect.
 */
public fun interface Http {
    /** Sends a request and waits for the head of its answer. */
    @Throws(IOException::class)
    public fun send(request: HttpRequest): HttpAnswer
}

/** The platform's own client of HTTP. */
public class UrlConnectionHttp : Http {
    override fun send(request: HttpRequest): HttpAnswer {
        val connection = URL(request.url).openConnection() as HttpURLConnection
        request.onCallOff { connection.disconnect() }
        connection.requestMethod = request.method
        connection.connectTimeout = CONNECT_MSEC
        connection.readTimeout = request.readTimeoutMsec
        connection.useCaches = false
        connection.instanceFollowRedirects = false
        for ((name, value) in request.headers) connection.setRequestProperty(name, value)
        request.body?.let { bytes ->
            // Not in streaming mode, in which Java reads no 401.
            connection.doOutput = true
            connection.outputStream.use { it.write(bytes) }
        }
        val status = statusOf(connection)
        val headers = connection.headerFields.filterKeys { it != null }
        return HttpAnswer(
            status,
            headers.entries.associate { (name, values) -> name.lowercase() to values.joinToString(", ") },
            connection.errorStream ?: if (status < BAD_REQUEST) connection.inputStream else "".byteInputStream(),
        )
    }

    /** Old Androids fail once where a 401 names no scheme, and know the status then. */
    private fun statusOf(connection: HttpURLConnection): Int =
        try {
            connection.responseCode
        } catch (first: IOException) {
            if (first.message?.contains("authentication") != true) throw first
            connection.responseCode
        }

    private companion object {
        const val CONNECT_MSEC = 15_000
        const val BAD_REQUEST = 400
    }
}
