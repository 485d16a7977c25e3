import SemVer from "semver/classes/semver.js";
import type { AnswerHeader } from "./route.ts";
import type { SdkProperties } from "./session.ts";

/** The SDKs that the platform generates: what they call themselves on the wire, and what knows `session.start` (spec, "Versioning"). */
export const sdkVersions = {
  browser: { title: "Browser", now: "1.0.0-beta.8", startSince: "1.0.0-beta.7" },
  android: { title: "Android", now: "1.0.0-alpha.30", startSince: "1.0.0-alpha.29" },
  ios: { title: "iOS", now: "0.3.0", startSince: "0.2.0" },
  roku: { title: "Roku", now: "0.1.0", startSince: "0.1.0" },
} as const;

/** In which an SDK reads, of a session that was started, what the platform advises about its version. */
export const sdkAdviceHeader = "Understudy-SDK-Advice" satisfies AnswerHeader;

/** SDKs of other names are anybody's own. Names count however they are written. */
function generated(name: string) {
  const known = Object.entries(sdkVersions).find(([key]) => key === name.toLowerCase());
  return known === undefined ? null : { name: known[0], ...known[1] };
}

function readVersion(text: string): SemVer | null {
  try {
    return new SemVer(text);
  } catch {
    return null;
  }
}

interface SdkAdvice {
  readonly inShort: string;
  /** ASCII, and nothing in it was sent. */
  readonly inFull: string;
}

/**
 * What to tell whoever wrote the app; null where the version has `session.start`, however new it is, or the SDK is not the platform's. It is served
 * all the same: what is deprecated works until 1.0.0.
 */
export function sdkAdvice({ name, version }: SdkProperties): SdkAdvice | null {
  const sdk = generated(name);
  if (sdk === null) return null;
  const sent = readVersion(version);
  if (sent === null)
    return {
      inShort: "not a semantic version",
      inFull: `The ${sdk.title} SDK has semantic versions (semver.org), and this is none; this platform's is ${sdk.now}.`,
    };
  if (sent.compare(sdk.startSince) >= 0) return null;
  return {
    inShort: "has no session.start",
    inFull: `This version of the ${sdk.title} SDK has session.identify and session.anonymize alone, which end with 1.0.0. Run "understudy update", then call session.start.`,
  };
}
