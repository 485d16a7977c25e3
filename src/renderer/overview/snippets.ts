import { spacePrefix } from "../../core/codegen/brightscript/naming.ts";
import { kotlinPackage } from "../../core/codegen/kotlin/naming.ts";
import { swiftNamespace } from "../../core/codegen/swift/naming.ts";

/** What a snippet is filled with: the environment's own key and the SDK plane's own address. */
export interface SnippetFacts {
  readonly apiKey: string;
  readonly sdkUrl: string;
  /** Where other devices reach it; null while it is not open to them. */
  readonly lanUrl: string | null;
  /** The Space's key: its folder in generated code. */
  readonly spaceKey: string;
}

interface Snippet {
  readonly id: string;
  readonly name: string;
  /** Where to paste it, in a few words. */
  readonly where: string;
  readonly code: (facts: SnippetFacts) => string;
}

const curl = ({ apiKey, sdkUrl }: SnippetFacts) => `curl ${sdkUrl}/sdk/v1/events \\
  -H 'X-API-Key: ${apiKey}' \\
  -H 'Content-Type: application/json' \\
  -d '{"events":[{
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

const generated = ({ apiKey, sdkUrl, spaceKey }: SnippetFacts) => `// Once, in your project: understudy setup
import { client, session } from "./understudy-code/${spaceKey}/index.js";

client.apiKey = "${apiKey}";
client.serviceUrl = "${sdkUrl}";

await session.start({ userId: "ana-ribeiro", fields: { plan: "gold" } });
session.track("movie/watched", { pair1: { key: "genre", value: "drama" } });`;

const swift = ({ apiKey, sdkUrl, spaceKey }: SnippetFacts) => {
  const space = swiftNamespace(spaceKey);
  return `// Once, in your project: understudy setup --platform ios
// Beside the code that it writes, UnderstudyKey.swift:
//   let understudyApiKey = "${apiKey}"
import UnderstudyCode

func firstEvent() async {
    ${space}.client.serviceUrl = "${sdkUrl}"
    await ${space}.session.start(.init(userId: "ana-ribeiro", fields: ["plan": "gold"]))
    ${space}.session.track("movie/watched", .init(pair1: ("genre", "drama")))
}`;
};

const kotlin = ({ apiKey, sdkUrl, spaceKey }: SnippetFacts) => {
  const { port } = new URL(sdkUrl);
  return `// Once, in your project: understudy setup --platform android
// Beside the code that it writes, UnderstudyKey.kt:
//   package understudy
//   const val understudyApiKey = "${apiKey}"
// Once, so that the emulator reaches this computer: adb reverse tcp:${port} tcp:${port}
import understudy.Metadata
import understudy.StartOptions
import ${kotlinPackage(spaceKey)}.client
import ${kotlinPackage(spaceKey)}.session

suspend fun firstEvent() {
    client.serviceUrl = "${sdkUrl}"
    session.start(StartOptions("ana-ribeiro", mapOf("plan" to "gold")))
    session.track("movie/watched", Metadata("genre" to "drama"))
}`;
};

const brightscript = ({
  sdkUrl,
  lanUrl,
  spaceKey,
}: SnippetFacts) => `' Once, in your channel: understudy setup --platform roku
' A Roku is always in Production: look for its events there.${
  lanUrl === null
    ? "\n' It reaches this computer only while Settings opens the SDK plane to the local network."
    : ""
}
sub init()
    m.space = CreateObject("roSGNode", "${spacePrefix(spaceKey)}_Space")
    m.space.client.serviceUrl = "${lanUrl ?? sdkUrl}"
    m.space.session.callFunc("start", { userId: "ana-ribeiro", fields: { "plan": "gold" } })
    m.space.session.callFunc("track", "movie/watched", { pair1: { key: "genre", value: "drama" } })
end sub`;

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
  }),
});`;

/** A first event per platform and tool. Each runs as it is pasted; a test runs those that this computer can. */
export const snippets: readonly Snippet[] = [
  { id: "generated", name: "TypeScript", where: "in a project with generated code", code: generated },
  { id: "browser", name: "Browser", where: "in the console of any page on localhost", code: browser },
  { id: "swift", name: "Swift", where: "in a project with generated code", code: swift },
  { id: "kotlin", name: "Kotlin", where: "in a project with generated code", code: kotlin },
  {
    id: "brightscript",
    name: "BrightScript",
    where: "in the scene of a channel with generated code",
    code: brightscript,
  },
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
