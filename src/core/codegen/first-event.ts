import type { EnvironmentKey } from "../primitives.ts";
import { spacePrefix } from "./brightscript/naming.ts";
import { kotlinPackage } from "./kotlin/naming.ts";
import { spaceFolder } from "./naming/file-names.ts";
import { swiftNamespace } from "./swift/naming.ts";

/** What a snippet is filled with: the environment's own key and the SDK plane's own address. */
export interface SnippetFacts {
  readonly apiKey: string;
  readonly sdkUrl: string;
  /** Where other devices reach it; null while it is not open to them. */
  readonly lanUrl: string | null;
  /** The Space's key: what its folder in generated code is named after. */
  readonly spaceKey: string;
}

/** The first lines that an app writes on generated code: a session and an event. It compiles as it is pasted. */
export interface FirstEvent {
  /** Where to paste it, in a few words. */
  readonly where: string;
  readonly code: (facts: SnippetFacts) => string;
  /** Where its events go whatever key it has, as a Roku's do; the key's environment where this is left out. */
  readonly environment?: EnvironmentKey;
}

const where = "in a project with generated code";

const module = ({ apiKey, sdkUrl, spaceKey }: SnippetFacts) => `// Once, in your project: understudy setup
import { client, session } from "./understudy-code/${spaceFolder(spaceKey)}/index.js";

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
  const port = /:(\d+)\/?$/.exec(sdkUrl)?.[1] ?? "80";
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
    ? "\n' Another device does not reach 127.0.0.1: open the SDK plane to the local network in Settings, and copy this again."
    : ""
}
sub init()
    m.space = CreateObject("roSGNode", "${spacePrefix(spaceKey)}_Space")
    m.space.client.serviceUrl = "${lanUrl ?? sdkUrl}"
    m.space.session.callFunc("start", { userId: "ana-ribeiro", fields: { "plan": "gold" } })
    m.space.session.callFunc("track", "movie/watched", { pair1: { key: "genre", value: "drama" } })
end sub`;

export const firstEventIn = {
  browser: { where, code: module },
  swift: { where, code: swift },
  kotlin: { where, code: kotlin },
  brightscript: {
    where: "in the scene of a channel with generated code",
    code: brightscript,
    environment: "production",
  },
} as const satisfies Record<string, FirstEvent>;
