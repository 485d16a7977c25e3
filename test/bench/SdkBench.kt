package understudy

import kotlinx.coroutines.runBlocking

private class Thing(
    client: Client,
    id: String,
) : Experience<Values>(client, id, id, { it }) {
    override val type: String get() = "thing"
}

/** How long a fresh process takes to its first value, and what 10,000 events leave in memory while nobody answers. */
internal fun main() {
    val began = System.nanoTime()
    val states = (0 until 100).associate { "exp_$it" to "{\"enabled\":true,\"data\":{\"headline\":\"Headline $it\"}}" }
    val client = Client(Fallbacks("bench", 1, states), "us_dev_bench")
    check(Thing(client, "exp_50").data.text("headline") == "Headline 50")
    val firstMsec = (System.nanoTime() - began) / 1e6
    client.log = Log {}
    client.serviceUrl = "http://127.0.0.1:9"
    runBlocking { client.session.start(StartOptions("u1")) }
    val before = heapKb()
    val since = System.nanoTime()
    val pair = "a key" to "a value of some length"
    repeat(10_000) { client.session.track("movie/watched", Metadata(pair, pair, pair)) }
    val trackMsec = (System.nanoTime() - since) / 1e6
    // The worker does what it is given in turn, so this comes after the last event.
    val done = java.util.concurrent.CountDownLatch(1)
    client.engine.worker
        .post { done.countDown() }
    done.await()
    println(Json.write(mapOf("firstMs" to firstMsec, "trackMs" to trackMsec, "unsentKb" to heapKb() - before)))
}

private fun heapKb(): Long {
    repeat(3) { System.gc() }
    return Runtime.getRuntime().run { totalMemory() - freeMemory() } / 1024
}
