package understudy

import java.text.ParseException
import java.text.SimpleDateFormat
import java.util.Date
import java.util.GregorianCalendar
import java.util.Locale
import java.util.TimeZone

/** RFC 3339 without java.time, which Android 7 does not have. */
internal object Times {
    fun format(millis: Long): String = formatter("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'").format(Date(millis))

    /** A date (its first instant, UTC) or a time with a zone; null where the text is neither. */
    fun parse(text: String): Date? {
        val parts = pattern.matchEntire(text) ?: return null
        val (date, time, fraction, zone) = parts.destructured
        if (time.isEmpty()) return parsed("yyyy-MM-dd", date)
        val millis = fraction.padEnd(MILLIS, '0').take(MILLIS)
        val offset = if (zone.equals("z", ignoreCase = true)) "+0000" else zone.replace(":", "")
        return parsed("yyyy-MM-dd'T'HH:mm:ss.SSSZ", "${date}T$time.$millis$offset")
    }

    /** HTTP's date (RFC 9110, 5.6.7). */
    fun parseHttp(text: String): Date? = parsed("EEE, dd MMM yyyy HH:mm:ss zzz", text)

    private val pattern =
        Regex("""(\d{4}-\d\d-\d\d)(?:[Tt](\d\d:\d\d:\d\d)(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d))?""")

    private const val MILLIS = 3

    private fun parsed(
        format: String,
        text: String,
    ): Date? =
        try {
            formatter(format).parse(text)
        } catch (_: ParseException) {
            null
        }

    private fun formatter(format: String) =
        // Not Locale.ROOT: for Android its months are M01 to M12.
        SimpleDateFormat(format, Locale.US).apply {
            // RFC 3339 has one calendar for all times; Java's has another one before 1582.
            calendar = GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.US).apply { gregorianChange = Date(Long.MIN_VALUE) }
            isLenient = false
        }
}
