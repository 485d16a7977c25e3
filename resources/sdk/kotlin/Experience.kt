package understudy

import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.distinctUntilChanged
import kotlinx.coroutines.flow.map

/** One controlled component of the app. Before the first answer, and wherever there is none, it is as its fallback. */
public abstract class Experience<Data : Any>(
    private val client: Client,
    public val id: String,
    /** "<collection>.<experience>". */
    public val key: String,
    private val read: (Values) -> Data,
) {
    /** The key of its type: it tells a Section's children apart, as their class does. */
    public abstract val type: String

    public val enabled: Boolean get() =
        client.engine.states
            .see(id)
            .enabled

    /** What to show; the same object until it changes. */
    public val data: Data get() = dataOf(client.engine.states.see(id))

    /** Whether the fallback is enabled. Reading it locks nothing. */
    public val defaultEnabled: Boolean get() =
        client.engine.states
            .fallback(id)
            .enabled

    /** The fallback's data. Reading it locks nothing. */
    public val defaultData: Data get() = dataOf(client.engine.states.fallback(id))

    /** What to show now, or null while it is off, and each time that it is another. Collecting reads it. */
    public val shown: Flow<Data?>
        get() = client.revision.map { if (enabled) data else null }.distinctUntilChanged { a, b -> a === b }

    /** Tracks an event of this Experience. */
    public fun track(
        name: String,
        metadata: Metadata? = null,
    ) {
        client.engine.track(name, metadata, id)
    }

    private fun dataOf(state: State): Data = state.made { read(Values(it.data)) }
}

/** An ordered list of Experiences. Before the first answer, and wherever there is none, it is as its fallback. */
public abstract class Section<Child : Any>(
    private val client: Client,
    public val id: String,
    /** "<collection>.<section>". */
    public val key: String,
    /** Those that it may show, by the Experience's id. */
    private val known: Map<String, Child>,
) {
    public val enabled: Boolean get() =
        client.engine.states
            .see(id)
            .enabled

    /** What to show, in order; the same list until it changes. Experiences that this code does not know are left out. */
    public val children: List<Child> get() = childrenOf(client.engine.states.see(id))

    /** Whether the fallback is enabled. Reading it locks nothing. */
    public val defaultEnabled: Boolean get() =
        client.engine.states
            .fallback(id)
            .enabled

    /** The fallback's children. Reading it locks nothing. */
    public val defaultChildren: List<Child> get() = childrenOf(client.engine.states.fallback(id))

    /** What to show now, empty while it is off, and each time that it is another list. Collecting reads it. */
    public val shown: Flow<List<Child>>
        get() = client.revision.map { if (enabled) children else emptyList() }.distinctUntilChanged { a, b -> a === b }

    private fun childrenOf(state: State): List<Child> = state.made { one -> one.children.mapNotNull { known[it] } }
}

/** A group of Experiences and Sections, e.g. a screen. */
public abstract class Collection(
    public val id: String,
    public val key: String,
)
