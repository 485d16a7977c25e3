import type { RequestHandler } from "express";
import semverLt from "semver/functions/lt.js";
import semverValid from "semver/functions/valid.js";
import { cliVersionHeader, leastCliVersion } from "../../core/cli-version.ts";
import { Problem } from "../../core/problem.ts";

/** A command line that is too old for this server hears how to upgrade, before it writes anything. */
export const refuseOldCli: RequestHandler = (req, _res, next) => {
  const version = req.get(cliVersionHeader);
  if (version !== undefined && isOlder(version)) throw upgradeRequired(version);
  next();
};

const isOlder = (version: string): boolean =>
  semverValid(version) === null || semverLt(version, leastCliVersion);

/** RFC 9110, 15.5.22: the answer names what to upgrade to. */
const upgradeRequired = (version: string): Problem =>
  new Problem(
    "upgrade-required",
    `This platform needs the understudy command line ${leastCliVersion} or newer; this one is ${version.slice(0, 40)}. Upgrade it, or run the one that comes with the platform.`,
    { headers: { Upgrade: `understudy-cli/${leastCliVersion}` } },
  );
