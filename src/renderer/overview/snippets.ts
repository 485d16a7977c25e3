import type { SnippetFacts } from "../../core/codegen/first-event.ts";
import { languages } from "../../core/codegen/languages.ts";
import type { EnvironmentKey } from "../../core/primitives.ts";

interface Snippet {
  readonly id: string;
  readonly name: string;
  /** Where to paste it, in a few words. */
  readonly where: string;
  readonly code: (facts: SnippetFacts) => string;
  /** Where its events go whatever key it has, as a Roku's do; the key's environment where this is left out. */
  readonly environment?: EnvironmentKey;
}

const curl = ({ apiKey, sdkUrl }: SnippetFacts) => `curl ${sdkUrl}/sdk/v1/events \\
  -H 'X-API-Key: ${apiKey}' \\
  -H 'Content-Type: application/json' \\
  -d '{"sentAt": "'$(date -u +%Y-%m-%dT%H:%M:%SZ)'", "events":[{
    "name": "movie/watched",
    "time": "'$(date -u +%Y-%m-%dT%H:%M:%SZ)'",
    "userId": "ana-ribeiro",
    "metadata": {"pair1": {"key": "genre", "value": "drama"}}
  }]}'`;

const browser = ({ apiKey, sdkUrl }: SnippetFacts) => `const sdk = "${sdkUrl}/sdk/v1";
const post = (path, body) =>
  fetch(sdk + path, {
    method: "POST",
    headers: { "X-API-Key": "${apiKey}", "Content-Type": "application/json" },
    body: JSON.stringify(body),
  }).then((answer) => answer.json());

const { session } = await post("/sessions", {
  userId: "ana-ribeiro",
  sdk: { name: "browser", version: "1.0.0-beta.8" },
  device: { id: "my-browser", platform: "web" },
});

await post("/events", {
  events: [{
    name: "movie/watched",
    time: new Date().toISOString(),
    sessionId: session.id,
    userId: session.user.id,
    metadata: { pair1: { key: "genre", value: "drama" } },
  }],
  sentAt: new Date().toISOString(),
});`;

const segmentNode = ({ apiKey, sdkUrl }: SnippetFacts) => `// npm install @segment/analytics-node
import { Analytics } from "@segment/analytics-node";

const analytics = new Analytics({
  writeKey: "${apiKey}",
  host: "${sdkUrl}",
});

analytics.track({
  userId: "ana-ribeiro",
  event: "Movie Watched",
  properties: { genre: "drama" },
});
await analytics.closeAndFlush();`;

const segmentBrowser = ({ apiKey, sdkUrl }: SnippetFacts) => {
  const { host, protocol } = new URL(sdkUrl);
  return `// npm install @segment/analytics-next
import { AnalyticsBrowser } from "@segment/analytics-next";

const analytics = AnalyticsBrowser.load(
  { writeKey: "${apiKey}", cdnURL: "${sdkUrl}" },
  {
    integrations: {
      "Segment.io": { apiHost: "${host}/v1", protocol: "${protocol.replace(":", "")}" },
    },
  },
);

analytics.identify("ana-ribeiro");
analytics.track("Movie Watched", { genre: "drama" });`;
};

const openFeature = ({
  apiKey,
  sdkUrl,
}: SnippetFacts) => `// npm install @openfeature/server-sdk @openfeature/ofrep-provider
import { OpenFeature } from "@openfeature/server-sdk";
import { OFREPProvider } from "@openfeature/ofrep-provider";

await OpenFeature.setProviderAndWait(
  new OFREPProvider({ baseUrl: "${sdkUrl}", headers: [["X-API-Key", "${apiKey}"]] }),
);

const context = { targetingKey: "ana-ribeiro", plan: "gold" };
const flags = OpenFeature.getClient();
// <Collection>.<Experience>.enabled; until there is such a flag, the default stands.
console.log(await flags.getBooleanValue("homepage.banner.enabled", false, context));

// Flags are read only. What people do goes beside them.
await fetch("${sdkUrl}/sdk/v1/events", {
  method: "POST",
  headers: { "X-API-Key": "${apiKey}", "Content-Type": "application/json" },
  body: JSON.stringify({
    events: [{ name: "movie/watched", time: new Date().toISOString(), userId: context.targetingKey }],
    sentAt: new Date().toISOString(),
  }),
});`;

/** A first event per platform and tool. Each runs as it is pasted; a test runs those that this computer can. */
export const snippets: readonly Snippet[] = [
  // Of each language that code is generated in, by its row of the table.
  ...languages.map(({ lang, title, firstEvent }) => ({ id: lang, name: title, ...firstEvent })),
  { id: "browser", name: "Browser", where: "in the console of any page on localhost", code: browser },
  { id: "curl", name: "curl", where: "in a terminal", code: curl },
  { id: "segment-node", name: "Segment Node", where: "in a file such as track.mjs", code: segmentNode },
  {
    id: "segment-browser",
    name: "Segment web",
    where: "in a bundled page on localhost",
    code: segmentBrowser,
  },
  {
    id: "openfeature",
    name: "OpenFeature",
    where: "in a file such as flags.mjs",
    code: openFeature,
  },
];
