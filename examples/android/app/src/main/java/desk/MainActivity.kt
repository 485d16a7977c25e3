package desk

import android.os.Bundle
import androidx.activity.ComponentActivity
import androidx.activity.compose.setContent
import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.padding
import androidx.compose.material3.Button
import androidx.compose.material3.MaterialTheme
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.compose.ui.Modifier
import androidx.compose.ui.unit.dp
import androidx.lifecycle.compose.collectAsStateWithLifecycle
import androidx.lifecycle.lifecycleScope
import kotlinx.coroutines.launch
import understudy.cinema.client
import understudy.cinema.collections
import understudy.cinema.session

class MainActivity : ComponentActivity() {
    private val screen = HomeScreen(session, collections.homepage)

    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        client.folder = noBackupFilesDir
        client.sessionLock = false
        lifecycleScope.launch { screen.open("ana-ribeiro") }
        setContent { MaterialTheme { Home(screen) } }
    }

    /** The app may be stopped from now on: what waits is sent. */
    override fun onStop() {
        super.onStop()
        session.flush()
    }
}

@Composable
internal fun Home(screen: HomeScreen) {
    val headline by screen.headline.collectAsStateWithLifecycle(null)
    val titles by screen.titles.collectAsStateWithLifecycle(emptyList())
    Column(Modifier.padding(24.dp)) {
        headline?.let { Text(it, style = MaterialTheme.typography.headlineMedium) }
        titles.forEach { Text(it) }
        Button(onClick = { screen.watched("drama") }) { Text("Watch a drama") }
    }
}
