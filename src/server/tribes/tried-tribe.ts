import type { SpaceDocument } from "../../core/documents.ts";
import type { Tribe } from "../../core/tribe.ts";
import type { TribeTrial } from "../../core/tribe-trial.ts";
import { newId } from "../workspace/new-id.ts";
import { assertNoCycle, resolvedRules } from "./tribe-rules.ts";
import { findTribe } from "./tribe-service.ts";

/** A Tribe that is tried, among those of the Space and beside the one that it would take the place of. */
export interface TriedTribe {
  readonly tribes: readonly Tribe[];
  readonly tribeId: string;
  readonly saved: Tribe | null;
}

/** @throws Problem as saving it would: not-found, invalid-body, cycle */
export function triedTribe(
  { tribes }: Pick<SpaceDocument, "tribes">,
  { id, audience, rules }: TribeTrial,
  now: number,
): TriedTribe {
  const saved = id === undefined ? null : findTribe({ tribes }, id);
  const at = new Date(now).toISOString();
  const edit = { audience, rules: resolvedRules(tribes, rules) };
  if (saved !== null) assertNoCycle(tribes.map((tribe) => (tribe === saved ? { ...saved, ...edit } : tribe)));
  const stamps = { createdAt: at, updatedAt: at };
  const tried: Tribe = { ...edit, ...stamps, id: newId("trb"), key: "trial", name: "Trial" };
  return { tribes: [...tribes, tried], tribeId: tried.id, saved };
}
