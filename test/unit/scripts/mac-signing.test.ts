import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { macSigning } from "../../../scripts/packaging/mac-signing.mjs";

const root = resolve(import.meta.dirname, "../../..");
const granted = (path: string) =>
  [...readFileSync(resolve(root, path), "utf8").matchAll(/<key>([^<]+)<\/key>\s*<true\/>/g)].map(
    ([, name]) => name,
  );
const jit = "com.apple.security.cs.allow-jit";
const foreign = "com.apple.security.cs.disable-library-validation";

describe("macSigning", () => {
  it.each([{}, { CSC_LINK: "", CSC_NAME: "", CSC_KEYCHAIN: "" }])(
    "signs ad hoc without a certificate: %j",
    (env) => {
      const { identity, notarize, entitlements, entitlementsInherit } = macSigning(env);
      expect({ identity, notarize }).toEqual({ identity: "-", notarize: false });
      expect([entitlements, entitlementsInherit].map(granted)).toEqual([
        [jit, foreign],
        [jit, foreign],
      ]);
    },
  );

  it.each([{ CSC_LINK: "file" }, { CSC_NAME: "Ana" }, { CSC_KEYCHAIN: "login" }])(
    "leaves the builder to sign with %j, and relaxes no more than V8 needs",
    (env) => {
      const { entitlements, entitlementsInherit, ...rest } = macSigning(env);
      expect([entitlements, entitlementsInherit].map(granted)).toEqual([[jit], [jit]]);
      expect(rest).toEqual({});
    },
  );
});
