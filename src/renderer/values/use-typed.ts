import { useContext, useEffect, useState } from "react";
import { useStore } from "zustand";
import { jsonEqual } from "../../core/publishing/json-equal.ts";
import { useConsole } from "../page/console-context.ts";
import type { Unread } from "../saved/SaveState.tsx";
import {
  forgetTexts,
  type Kept,
  keepText,
  placeKey,
  TypedPlaceContext,
  type TypedText,
  typedTextsOf,
} from "./typed-texts.ts";

export type Read<V> = { readonly value: V | undefined } | { readonly problem: string };

interface Typed<V> {
  readonly text: string;
  readonly problem: string | null;
  readonly onText: (text: string) => void;
  /** Forgets what was typed and cannot be read. */
  readonly settle: (value: V | undefined) => void;
}

interface TypedOptions<V> {
  readonly value: V | undefined;
  readonly show: (value: V | undefined) => string;
  readonly read: (text: string) => Read<V>;
  readonly onChange: (value: V | undefined) => void;
  /** What it is of the value, where one value has several fields: "the opacity of". */
  readonly part?: string;
}

/**
 * A value that is typed as text: what was typed stays as it is for as long as it means the value that is there, and what
 * cannot be read is there again when one comes back to it.
 */
export function useTyped<V>({ value, show, read, onChange, part }: TypedOptions<V>): Typed<V> {
  const [kept, keep] = useKeptText(part);
  const [typed, setTyped] = useState<{ text: string; of: V | undefined; problem: string | null } | null>(
    null,
  );
  const current = [kept, typed].find((one) => one !== null && jsonEqual(one.of, value)) ?? null;
  return {
    text: current?.text ?? show(value),
    problem: current?.problem ?? null,
    onText: (text) => {
      const result = read(text);
      if ("problem" in result) {
        const unread = { text, of: value, problem: result.problem };
        // What is kept can be forgotten from elsewhere, so that it is nowhere else.
        return keep(unread) ? setTyped(null) : setTyped(unread);
      }
      keep(null);
      setTyped({ text, of: result.value, problem: null });
      onChange(result.value);
    },
    settle: (to) => {
      keep(null);
      setTyped(null);
      onChange(to);
    },
  };
}

/** Whether a date that was emptied here had a time: what is typed there anew has one, too. Null where that is not known. */
export function useKeptTime(): [boolean | null, (timed: boolean) => void] {
  const typedTexts = typedTextsOf(useConsole());
  const around = useContext(TypedPlaceContext);
  const [own, setOwn] = useState<boolean | null>(null);
  const kept = useStore(typedTexts, ({ timed }) => (around === null ? undefined : timed[placeKey(around)]));
  const keep = (timed: boolean) => {
    setOwn(timed);
    if (around !== null)
      typedTexts.setState(({ timed: all }) => ({ timed: { ...all, [placeKey(around)]: timed } }));
  };
  return [kept ?? own, keep];
}

/** What is typed in somebody's fields and means nothing, for where their edits stand. */
export function useUnread(object: string): Unread {
  const typedTexts = typedTextsOf(useConsole());
  const byPlace = useStore(typedTexts, (texts) => texts.byPlace);
  return {
    texts: Object.values(byPlace).filter((one) => one.object === object),
    forget: () => forgetTexts(typedTexts, object),
  };
}

/** Forgets what was typed around here and is shown nowhere any more: what nobody can see counts as an edit of nobody. */
export function useForgetHidden(isShown: (kept: Kept) => boolean): void {
  const typedTexts = typedTextsOf(useConsole());
  const around = useContext(TypedPlaceContext);
  const byPlace = useStore(typedTexts, (texts) => (around === null ? null : texts.byPlace));
  useEffect(() => {
    for (const kept of Object.values(byPlace ?? {}))
      if (kept.object === around?.object && kept.owner === around.owner && !isShown(kept))
        keepText(typedTexts, kept, null);
  });
}

/** What was typed here before and could not be read, and the way to keep it: false where nothing is kept. */
export function useKeptText(part?: string): [TypedText | null, (text: TypedText | null) => boolean] {
  const typedTexts = typedTextsOf(useConsole());
  const around = useContext(TypedPlaceContext);
  const place =
    around === null || part === undefined ? around : { ...around, name: `${part} ${around.name}` };
  const kept = useStore(typedTexts, ({ byPlace }) => (place === null ? undefined : byPlace[placeKey(place)]));
  const keep = (text: TypedText | null): boolean => {
    if (place !== null) keepText(typedTexts, place, text);
    return place !== null;
  };
  return [kept ?? null, keep];
}
