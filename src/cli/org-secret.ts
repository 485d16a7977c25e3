import { CliError } from "./cli-error.ts";

const flag = /^--(org|organization)-secret(=|$)/;
const variables = ["UNDERSTUDY_ORG_SECRET", "UNDERSTUDY_ORGANIZATION_SECRET"] as const;

/**
 * The organization secret of older versions is gone. Who still gives one hears what to do instead of a bare refusal.
 *
 * @throws CliError
 */
export function refuseOrgSecret(argv: readonly string[], env: NodeJS.ProcessEnv): void {
  const given =
    argv.find((word) => flag.test(word))?.replace(/=.*$/, "") ?? variables.find((name) => env[name]);
  if (given === undefined) return;
  throw new CliError(
    `Organization secrets no longer work: remove ${given}. Sign in with \`understudy login\`; in CI set UNDERSTUDY_TOKEN to a personal access token from the console's settings.`,
    { code: "org-secret-removed" },
  );
}
