#!/usr/bin/env node
import { accessSync, constants } from "node:fs";
import { nodeProblem } from "./check-node.mjs";

const cli = new URL("../out/main/cli.js", import.meta.url);

function obstacle() {
  const problem = nodeProblem(process.versions.node);
  if (problem !== null) return problem;
  try {
    accessSync(cli, constants.R_OK);
    return null;
  } catch (error) {
    return error.code === "ENOENT"
      ? "Understudy is not built yet. Run `npm run build` first."
      : `You can't read what is built here. Run it as whoever built it, or in a clone of your own.\n  ${error.message}`;
  }
}

const problem = obstacle();
if (problem === null) {
  const { main } = await import(cli.href);
  process.exitCode = await main(process.argv.slice(2));
  // A handle that was left open must not keep a command alive that is done; the timer itself holds nothing.
  setTimeout(() => process.exit(), 1000).unref();
} else {
  console.error(problem);
  process.exitCode = 1;
}
