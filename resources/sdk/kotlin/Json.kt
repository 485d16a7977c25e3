package understudy

import java.util.Date

/** JSON as plain values: String, Double, Boolean, null, List and Map. */
internal object Json {
    /** The value of a JSON text, or [broken] where it is none. */
    fun parse(text: String): Any? =
        try {
            Parser(text).document()
        } catch (_: IllegalArgumentException) {
            broken
        }

    val broken: Any = Any()

    /** A value that is JSON already. */
    class Written(
        val text: String,
    )

    /** @throws IllegalArgumentException where a value is nothing that JSON knows */
    fun write(value: Any?): String = StringBuilder().also { write(value, it, 0) }.toString()

    private fun write(
        value: Any?,
        out: StringBuilder,
        depth: Int,
    ) {
        require(depth <= MOST_DEPTH) { "it is nested too deep" }
        when (value) {
            null -> {
                out.append("null")
            }

            is Boolean -> {
                out.append(value)
            }

            is Written -> {
                out.append(value.text)
            }

            is String -> {
                writeText(value, out)
            }

            is Enum<*> -> {
                writeText(value.name, out)
            }

            is Date -> {
                writeText(Times.format(value.time), out)
            }

            is Number -> {
                writeNumber(value, out)
            }

            is Map<*, *> -> {
                writeAll(value.entries, '{', '}', out) { (key, one) ->
                    writeText(key.toString(), out)
                    out.append(':')
                    write(one, out, depth + 1)
                }
            }

            is Iterable<*> -> {
                writeAll(value, '[', ']', out) { write(it, out, depth + 1) }
            }

            is Array<*> -> {
                write(value.asList(), out, depth)
            }

            else -> {
                throw IllegalArgumentException("${value.javaClass.name} is no JSON value")
            }
        }
    }

    private fun <T> writeAll(
        values: Iterable<T>,
        open: Char,
        close: Char,
        out: StringBuilder,
        each: (T) -> Unit,
    ) {
        out.append(open)
        values.forEachIndexed { index, value ->
            if (index > 0) out.append(',')
            each(value)
        }
        out.append(close)
    }

    private fun writeNumber(
        value: Number,
        out: StringBuilder,
    ) {
        val number = value.toDouble()
        require(!number.isNaN() && !number.isInfinite()) { "$number is no JSON number" }
        val isWhole = number == Math.rint(number) && Math.abs(number) < WHOLE
        if (value is Long || value is Int || !isWhole) out.append(value) else out.append(number.toLong())
    }

    private fun writeText(
        text: String,
        out: StringBuilder,
    ) {
        out.append('"')
        for (char in text) {
            when {
                char == '"' || char == '\\' -> out.append('\\').append(char)
                char < ' ' || char.isSurrogate() -> out.append("\\u").append(char.code.toString(16).padStart(4, '0'))
                else -> out.append(char)
            }
        }
        out.append('"')
    }

    private const val MOST_DEPTH = 200
    private const val WHOLE = 1e15

    private class Parser(
        private val text: String,
    ) {
        private var at = 0

        fun document(): Any? {
            val value = value(0)
            space()
            require(at == text.length) { "more follows" }
            return value
        }

        private fun value(depth: Int): Any? {
            require(depth <= MOST_DEPTH) { "it is nested too deep" }
            space()
            return when (peek()) {
                '{' -> members(depth)
                '[' -> elements(depth)
                '"' -> string()
                't' -> word("true", true)
                'f' -> word("false", false)
                'n' -> word("null", null)
                else -> number()
            }
        }

        private fun members(depth: Int): Map<String, Any?> {
            val members = LinkedHashMap<String, Any?>()
            list('}') {
                space()
                val key = string()
                space()
                take(':')
                members[key] = value(depth + 1)
            }
            return members
        }

        private fun elements(depth: Int): List<Any?> {
            val elements = ArrayList<Any?>()
            list(']') { elements += value(depth + 1) }
            return elements
        }

        private fun list(
            end: Char,
            element: () -> Unit,
        ) {
            at += 1
            space()
            if (peek() == end) {
                at += 1
                return
            }
            while (true) {
                element()
                space()
                if (peek() == end) break
                take(',')
            }
            at += 1
        }

        private fun string(): String {
            take('"')
            val out = StringBuilder()
            while (true) {
                val char = peek()
                at += 1
                when (char) {
                    '"' -> return out.toString()
                    '\\' -> out.append(escaped())
                    else -> out.append(char.also { require(it >= ' ') { "a control character stands in a text" } })
                }
            }
        }

        private fun escaped(): Char {
            val char = peek()
            at += 1
            return when (char) {
                'b' -> {
                    '\b'
                }

                'f' -> {
                    '\u000c'
                }

                'n' -> {
                    '\n'
                }

                'r' -> {
                    '\r'
                }

                't' -> {
                    '\t'
                }

                'u' -> {
                    require(at + HEX <= text.length) { "it ends early" }
                    val code = text.substring(at, at + HEX)
                    require(code.all { it.isLetterOrDigit() }) { "$code is no number" }
                    at += HEX
                    code.toInt(16).toChar()
                }

                else -> {
                    char.also { require(it in "\"\\/") { "$char needs no escape" } }
                }
            }
        }

        private fun number(): Double {
            val from = at
            while (at < text.length && text[at] in "+-.0123456789eE") at += 1
            return text.substring(from, at).also { require(numberPattern.matches(it)) { "$it is no number" } }.toDouble()
        }

        private fun word(
            word: String,
            value: Any?,
        ): Any? {
            require(text.startsWith(word, at)) { "$word was expected" }
            at += word.length
            return value
        }

        private fun space() {
            while (at < text.length && text[at] in " \t\r\n") at += 1
        }

        private fun peek(): Char {
            require(at < text.length) { "it ends early" }
            return text[at]
        }

        private fun take(char: Char) {
            require(peek() == char) { "$char was expected" }
            at += 1
        }
    }

    private const val HEX = 4
    private val numberPattern = Regex("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?")
}

/** The members of a JSON object, or null where it is none. */
internal fun Any?.asObject(): Map<String, Any?>? {
    if (this !is Map<*, *>) return null
    @Suppress("UNCHECKED_CAST")
    return this as Map<String, Any?>
}
