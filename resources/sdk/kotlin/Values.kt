package understudy

import java.net.URI
import java.net.URISyntaxException
import java.util.Date

/** A colour: `#rrggbb` and an opacity from 0 to 1. */
public class Color(
    public val value: String,
    public val opacity: Double,
) {
    /** As Android and Compose take it: 0xAARRGGBB. */
    public val argb: Long
        get() = (Math.round(opacity * OPAQUE) shl ALPHA) or (value.drop(1).toLongOrNull(HEX) ?: 0)

    override fun equals(other: Any?): Boolean = other is Color && value == other.value && opacity == other.opacity

    override fun hashCode(): Int = value.hashCode() + opacity.hashCode()

    override fun toString(): String = "$value/$opacity"

    private companion object {
        const val OPAQUE = 255
        const val ALPHA = 24
        const val HEX = 16
    }
}

/** A case of a select, with the text that it has on the wire. */
public interface Option {
    public val text: String
}

/**
 * The data of a state, by the wire's keys. Each is read as the type that the code was generated for; where it is missing, or of
 * another type by now, null, and what stands in is the property's default.
 */
public class Values internal constructor(
    private val data: Map<String, Any?>,
) {
    public fun text(key: String): String? = data[key] as? String

    public fun number(key: String): Double? = data[key] as? Double

    public fun flag(key: String): Boolean? = data[key] as? Boolean

    public fun color(key: String): Color? {
        val members = data[key].asObject()
        val value = members?.get("value") as? String ?: return null
        return Color(value, members["opacity"] as? Double ?: 1.0)
    }

    public fun url(key: String): URI? = text(key)?.let { parsed(it) }

    public fun date(key: String): Date? = text(key)?.let { Times.parse(it) }

    /** Texts, numbers (Double) and booleans. */
    public fun list(key: String): List<Any>? =
        (data[key] as? List<*>)?.filterNotNull()?.filter { it is String || it is Double || it is Boolean }

    /** Any JSON value: String, Double, Boolean, null, List and Map. A null is a value: [given] is for where there is none. */
    public fun json(
        key: String,
        given: () -> Any? = { null },
    ): Any? = if (key in data) data[key] else given()

    /** The case of a select, [unknown] for a text that the code does not know yet. */
    public fun <T : Option> option(
        key: String,
        known: Array<T>,
        unknown: T,
    ): T? = text(key)?.let { text -> known.firstOrNull { it !== unknown && it.text == text } ?: unknown }

    public companion object {
        /** The value of a JSON text. */
        public fun json(text: String): Any? = Json.parse(text)

        /** The items of a JSON list. */
        public fun list(text: String): List<Any> = (Json.parse(text) as? List<*>).orEmpty().filterNotNull()

        /** An address or a path; characters that URI does not take are escaped. */
        public fun uri(text: String): URI = parsed(text) ?: URI("")

        /** Null for what is no address even then, such as `https://` alone. */
        private fun parsed(text: String): URI? = read(text) ?: read(escaped(text))

        private fun read(text: String): URI? =
            try {
                URI(text)
            } catch (_: URISyntaxException) {
                null
            }

        /** RFC 3339; for generated defaults, which are right. */
        public fun date(text: String): Date = Times.parse(text) ?: Date(0)

        private fun escaped(text: String): String =
            text
                .toByteArray()
                .joinToString("") { byte ->
                    val char = byte.toInt().toChar()
                    if ((char.isLetterOrDigit() && byte > 0) || char in "-._~:/?#@!$&'()*+,;=") {
                        char.toString()
                    } else {
                        "%" + (byte.toInt() and BYTE).toString(16).uppercase().padStart(2, '0')
                    }
                }.replaceFirst("#", "\u0000")
                .replace("#", "%23")
                .replace("\u0000", "#")

        private const val BYTE = 0xff
    }
}
