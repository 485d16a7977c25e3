import { root, runScript, setUp } from "./setup/set-up.mjs";

// `npm start -- FLAGS` is `understudy open FLAGS`, in this very process: signals and exit codes need no passing on, and
// no child can be left behind.
await runScript(async () => {
  await setUp();
  process.argv = [process.argv[0], `${root}bin/understudy.mjs`, "open", ...process.argv.slice(2)];
  await import("../bin/understudy.mjs");
});
