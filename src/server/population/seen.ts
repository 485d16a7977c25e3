import { nothingSeen } from "../../core/nothing-seen.ts";
import type { Seen } from "../../core/seen.ts";
import type { PeopleWalk } from "./people-walk.ts";

/** See `Scans.seen`. */
export const seen = async (walk: PeopleWalk | null): Promise<Seen> => walk?.seen() ?? nothingSeen;
