import type { Command } from "commander";
import type { AuditFlags } from "./commands/audit.ts";
import type { LoginFlags } from "./commands/login.ts";
import type { LogoutFlags } from "./commands/logout.ts";
import type { WhoamiFlags } from "./commands/whoami.ts";
import { parseLimit } from "./flag-values.ts";
import { withPlatform } from "./platform-flags.ts";
import type { Outcome } from "./project-commands.ts";

/** The commands about who the command line acts as. */
export function addSignInCommands(program: Command, outcome: Outcome): void {
  withPlatform(program.command("login").description("sign in to the platform"), "nobody")
    .option("--device", "with a code to enter in a browser elsewhere, e.g. on a machine without one")
    .option("--no-browser", "only print the address")
    .action(async (flags: LoginFlags) => {
      const { login } = await import("./commands/login.ts");
      outcome.exitCode = await login(flags);
    });

  withPlatform(
    program.command("logout").description("sign out: revoke the sign-in and forget it"),
    "nobody",
  ).action(async (flags: LogoutFlags) => {
    const { logout } = await import("./commands/logout.ts");
    outcome.exitCode = await logout(flags);
  });

  withPlatform(
    program.command("audit").description("list who changed, published, signed in or was refused"),
    "operator",
  )
    .option("--limit <n>", "how many lines, at most 200 (default: 50)", parseLimit)
    .action(async (flags: AuditFlags) => {
      const { audit } = await import("./commands/audit.ts");
      outcome.exitCode = await audit(flags);
    });

  withPlatform(program.command("whoami").description("show who you are signed in as")).action(
    async (flags: WhoamiFlags) => {
      const { whoami } = await import("./commands/whoami.ts");
      outcome.exitCode = await whoami(flags);
    },
  );
}
