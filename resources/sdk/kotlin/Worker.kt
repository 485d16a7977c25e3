package understudy

import java.util.PriorityQueue
import java.util.concurrent.TimeUnit
import java.util.concurrent.locks.ReentrantLock
import kotlin.concurrent.thread
import kotlin.concurrent.withLock

/** The one thread on which all of a client's work happens, in turn, now or later. Nothing of it waits for the network. */
internal class Worker(
    private val onFailed: (Throwable) -> Unit,
) {
    private class Task(
        val due: Long,
        val number: Long,
        val run: () -> Unit,
    )

    private val lock = ReentrantLock()
    private val changed = lock.newCondition()
    private val tasks = PriorityQueue<Task>(compareBy<Task> { it.due }.thenBy { it.number })
    private var number = 0L
    private var isRunning = false
    private var isStopped = false

    /** How far this clock is ahead of the device's, in ms: tests do not wait. */
    private var aheadMsec = 0L

    /** In ms since 1970. */
    fun now(): Long = lock.withLock { System.currentTimeMillis() + aheadMsec }

    fun post(run: () -> Unit) {
        later(0, run)
    }

    /** Gives the way to call it off. */
    fun later(
        msec: Long,
        run: () -> Unit,
    ): () -> Unit =
        lock.withLock {
            val task = Task(ticks() + msec, number++, run)
            if (isStopped) return@withLock {}
            tasks.add(task)
            if (!isRunning) begin()
            changed.signal()
            val callOff: () -> Unit = { lock.withLock { tasks.remove(task) } }
            callOff
        }

    fun advance(msec: Long) {
        lock.withLock {
            aheadMsec += msec
            changed.signal()
        }
    }

    /** Ends as a killed process does: nothing that waits is done any more. */
    fun stop() {
        lock.withLock {
            isStopped = true
            tasks.clear()
            changed.signal()
        }
    }

    /** In ms, of a clock that nobody sets. */
    fun ticks(): Long = lock.withLock { TimeUnit.NANOSECONDS.toMillis(System.nanoTime()) + aheadMsec }

    private fun begin() {
        isRunning = true
        thread(isDaemon = true, name = "understudy") {
            while (true) {
                val task = next() ?: return@thread
                attempt(onFailed, task)
            }
        }
    }

    /** Waits for what is due; null once there is nothing to do any more. */
    private fun next(): (() -> Unit)? =
        lock.withLock {
            while (!isStopped) {
                val first = tasks.peek()
                val left = if (first == null) Long.MAX_VALUE else first.due - ticks()
                if (left <= 0) return@withLock tasks.poll().run
                if (first == null) changed.await() else changed.await(left, TimeUnit.MILLISECONDS)
            }
            null
        }
}

/** What fails, an Error too, ends neither the app nor the thread: it is told, and there is no result. */
internal fun <T> attempt(
    onFailed: (Throwable) -> Unit = {},
    body: () -> T,
): T? =
    try {
        body()
    } catch (failed: Throwable) {
        onFailed(failed)
        null
    }
