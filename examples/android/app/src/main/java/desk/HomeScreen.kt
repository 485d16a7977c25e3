package desk

import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.map
import understudy.Metadata
import understudy.Session
import understudy.StartOptions
import understudy.cinema.Homepage
import understudy.cinema.HomepageBodyChild
import understudy.cinema.Teaser

/** What the home screen shows and does. Nothing in here knows Android, so that it is tested without a device. */
internal class HomeScreen(
    private val session: Session,
    private val homepage: Homepage,
) {
    /** The banner's headline; null while it is off. */
    val headline: Flow<String?> = homepage.banner.shown.map { it?.headline }

    /** The titles of the body, in order. */
    val titles: Flow<List<String>> = homepage.body.shown.map { children -> children.map { titleOf(it) } }

    suspend fun open(userId: String?) {
        session.start(StartOptions(userId))
    }

    fun watched(genre: String) {
        session.track("movie/watched", Metadata("genre" to genre))
    }

    fun bannerClicked() {
        homepage.banner.track("banner/clicked")
    }

    private fun titleOf(child: HomepageBodyChild): String =
        when (child) {
            is Teaser -> child.data.title ?: ""
        }
}
