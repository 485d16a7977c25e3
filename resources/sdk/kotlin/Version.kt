package understudy

/** What this runtime calls itself on the wire. */
internal object Version {
    val sdk: Map<String, String> = mapOf("name" to "android", "version" to "1.0.0-alpha.30")
}
