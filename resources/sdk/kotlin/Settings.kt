package understudy

import java.io.File
import java.net.URI
import java.net.URISyntaxException
import java.util.concurrent.CopyOnWriteArraySet

/** A line for whoever develops the app. */
public fun interface Log {
    public fun write(line: String)
}

/** What is told. `once`: each text once a client, so that nothing floods the log. */
internal class Telling {
    @Volatile
    var log: Log = Log { System.err.println(it) }
    private val said = CopyOnWriteArraySet<String>()

    fun error(text: String) = warn("error: $text")

    /** A log that fails is the app's own; there is nobody to tell. */
    fun warn(text: String) {
        attempt { log.write("[understudy] $text") }
    }

    fun warnOnce(text: String) {
        // A bound: texts may hold what a server said.
        if (text !in said && (said.size >= MOST_SAID || said.add(text))) warn(text)
    }

    private companion object {
        const val MOST_SAID = 200
    }
}

/** The client's settings. A wrong value changes nothing: the app must not break because of us. */
internal class Settings(
    private val telling: Telling,
    apiKey: String,
) {
    @Volatile
    private var isStarted = false

    @Volatile
    var apiKey: String = apiKey
        set(value) {
            val isKey = value.length in 1..MOST_KEY && value.all { it in '!'..'~' }
            if (mayAssign("apiKey", isKey, "a key as the Space's settings show it", field == value)) field = value
        }

    @Volatile
    var serviceUrl: String = "http://127.0.0.1:4748"
        set(value) {
            val url = value.trimEnd('/')
            if (mayAssign("serviceUrl", isServiceUrl(url), "an http or https address without \"?\" and \"#\"", field == url)) field = url
        }

    @Volatile
    var waitTimeMsec: Int = 2000
        set(value) {
            if (value >= 0) field = value else telling.error("client.waitTimeMsec must be 0 or more; it stays as it was.")
        }

    @Volatile
    var folder: File? = null
        set(value) {
            if (mayAssign("folder", true, "a folder", field == value)) field = value
        }

    @Volatile
    var http: Http = UrlConnectionHttp()
        set(value) {
            if (mayAssign("http", true, "a client of HTTP", field == value)) field = value
        }

    /** From now on the session's address and key stay. */
    fun onStart() {
        isStarted = true
    }

    private fun mayAssign(
        name: String,
        isRight: Boolean,
        wanted: String,
        isSame: Boolean,
    ): Boolean {
        if (!isRight) {
            telling.error("client.$name must be $wanted; it stays as it was.")
        } else if (isStarted && !isSame) {
            telling.error("client.$name may be assigned until the session starts; it stays as it was.")
        }
        return isRight && !isStarted
    }

    private fun isServiceUrl(text: String): Boolean =
        try {
            val url = URI(text)
            (url.scheme == "http" || url.scheme == "https") && url.host != null && url.userInfo == null &&
                url.query == null && url.fragment == null
        } catch (_: URISyntaxException) {
            false
        }

    private companion object {
        const val MOST_KEY = 200
    }
}
