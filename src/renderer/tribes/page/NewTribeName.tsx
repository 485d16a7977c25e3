import { useEffect, useId, useRef } from "react";
import { useStore } from "zustand";
import type { Tribe } from "../../../core/tribe.ts";
import type { SavedObject } from "../../stores/saved-object.ts";
import { longestName, tooLong } from "../../text/too-long.ts";

/** The name of a Tribe that is not made yet: where a new one begins. */
export function NewTribeName({ saved }: { readonly saved: SavedObject<Tribe> }) {
  const name = useStore(saved.store, ({ value }) => value?.name ?? "");
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const long = tooLong(name.trim(), longestName);
  useEffect(() => field.current?.focus(), []);
  return (
    <div className="inset tribe-name">
      <label className="label" htmlFor={id}>
        Name
      </label>
      <input
        ref={field}
        id={id}
        className="input"
        value={name}
        aria-invalid={long === null ? undefined : true}
        autoComplete="off"
        aria-describedby={`${id}-about`}
        onChange={(event) => saved.edit({ name: event.target.value })}
      />
      <span id={`${id}-about`} className={long === null ? "direction small" : "field-error"}>
        {long ?? (name.trim() === "" ? "It needs one before it can be saved." : "")}
      </span>
    </div>
  );
}
