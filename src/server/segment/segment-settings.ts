/**
 * What the browser client loads before it sends anything: where to send, by plain HTTP, and that there is nothing else to
 * load. Its own metrics are off: they say nothing about the user's app.
 *
 * @param origin of the SDK plane as the caller reaches it, e.g. `http://127.0.0.1:4748`
 */
export function clientSettings(writeKey: string, origin: string) {
  const { host, protocol } = new URL(origin);
  return {
    integrations: {
      "Segment.io": {
        apiKey: writeKey,
        apiHost: `${host}/v1`,
        protocol: protocol.replace(":", ""),
      },
    },
    metrics: { host: `${host}/v1`, sampleRate: 0 },
    plan: { track: {}, identify: {}, group: {} },
    edgeFunction: {},
    analyticsNextEnabled: true,
    middlewareSettings: {},
    enabledMiddleware: {},
    legacyVideoPluginsEnabled: false,
    remotePlugins: [],
  };
}
