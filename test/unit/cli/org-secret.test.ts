import { expect, it } from "vitest";
import { refuseOrgSecret } from "../../../src/cli/org-secret.ts";

it.each([
  [["update", "--org-secret", "x"], {}, "--org-secret"],
  [["setup", "--org-secret=x"], {}, "--org-secret"],
  [["update"], { UNDERSTUDY_ORG_SECRET: "x" }, "UNDERSTUDY_ORG_SECRET"],
])("%j with %j is told what to do", (argv, env, named) => {
  expect(() => refuseOrgSecret(argv, env)).toThrow(
    expect.objectContaining({
      message: expect.stringMatching(`remove ${named}\\..*understudy login.*UNDERSTUDY_TOKEN`),
    }),
  );
  expect(() => refuseOrgSecret(argv, env)).not.toThrow("x.");
});

it.each([
  [["setup", "--org", "x"], {}],
  [["update"], { UNDERSTUDY_ORG_SECRET: "" }],
  [["publish", "--note", "org-secret"], {}],
])("%j with %j is fine", (argv, env) => expect(() => refuseOrgSecret(argv, env)).not.toThrow());
