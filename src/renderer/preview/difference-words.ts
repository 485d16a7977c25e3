import type { ExplainedExperience } from "../../core/explanation.ts";
import { jsonEqual } from "../../core/publishing/json-equal.ts";
import type { OutlineRow } from "../rules/outline.ts";

/** What differs between the two sides of a row, in a few words; null where nothing does, or there is one side. */
export function differenceOf({ cells }: Pick<OutlineRow, "cells">): string | null {
  const [one, other] = cells;
  if (one === undefined || other === undefined) return null;
  if (one.item === null || other.item === null)
    return one.item === other.item ? null : "served on one side only";
  const words = [
    ...(one.shown === other.shown ? [] : ["in its Section on one side only"]),
    ...itemDifferences(one.item, other.item),
  ];
  return words.length === 0 ? null : `differs: ${words.join(", ")}`;
}

function itemDifferences(one: ExplainedExperience, other: ExplainedExperience): string[] {
  if (one.enabled !== other.enabled) return ["on or off"];
  const keys = [...new Set([...Object.keys(one.data), ...Object.keys(other.data)])];
  return [
    ...keys.filter((key) => !jsonEqual(one.data[key], other.data[key])),
    ...(jsonEqual(one.children ?? [], other.children ?? []) ? [] : ["what is in it"]),
    ...(one.scenario.id === other.scenario.id ? [] : ["scenario"]),
  ];
}
