package understudy

/** What one Experience or Section is served: on or off, its data, and for a Section its children in order. */
internal class State(
    val enabled: Boolean,
    val data: Map<String, Any?>,
    val children: List<String>,
) {
    /** What generated code has made of it: made once, so that it is the same until the state changes. */
    @Volatile
    private var made: Any? = null

    @Suppress("UNCHECKED_CAST")
    fun <T : Any> made(make: (State) -> T): T = (made as T?) ?: synchronized(this) { (made as T?) ?: make(this).also { made = it } }

    fun isLike(other: State): Boolean = enabled == other.enabled && data == other.data && children == other.children

    companion object {
        /** What a thing is where neither the server nor the fallbacks know it. */
        val unknown: State = State(false, emptyMap(), emptyList())

        /** The states of an answer by id, or null where it is none. One that is broken is left out: its fallback serves. */
        fun readAll(body: Any?): Map<String, State>? =
            body.asObject()?.get("states").asObject()?.let { states ->
                states.entries.mapNotNull { (id, raw) -> read(raw)?.let { id to it } }.toMap()
            }

        fun read(raw: Any?): State? {
            val state = raw.asObject()
            val enabled = state?.get("enabled") as? Boolean ?: return null
            val data = state["data"].asObject() ?: return null
            val children = state["children"] ?: emptyList<Any?>()
            if (children !is List<*>) return null
            return State(enabled, data, children.mapNotNull { it.asObject()?.get("id") as? String })
        }
    }
}

/** What Production served when the code was generated: used until the first answer, offline, and for what no server knows. */
public class Fallbacks(
    /** The Space's key. */
    public val space: String,
    public val revision: Int,
    /** JSON of a state each, by the id of the Experience or Section. */
    states: Map<String, String>,
) {
    internal val states: Map<String, State> by lazy {
        states.mapValues { (_, text) -> State.read(Json.parse(text)) ?: State.unknown }
    }
}
