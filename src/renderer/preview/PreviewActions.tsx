import { useState } from "react";
import { Link, useLocation } from "wouter";
import { beginningOf } from "../../core/characters.ts";
import type { Explanation } from "../../core/explanation.ts";
import { useConsole } from "../page/console-context.ts";
import { useCommands } from "../page/use-commands.ts";
import { useHere, usePath, usePlace } from "../page/use-here.ts";
import { Button } from "../parts/Button.tsx";
import { useAct } from "../parts/use-form.ts";
import { useIsWhole } from "../parts/use-virtual-rows.ts";
import { copyPerson, madeUpWords } from "../people/made-up/made-up.ts";
import { userAddress } from "../people/user-port.ts";
import { fewTribes, MoreTribes, noTribe } from "../rules/MoreTribes.tsx";
import { say } from "../stores/toasts-store.ts";
import { capital } from "../text/format.ts";
import type { PreviewBodyProps } from "./PreviewBody.tsx";
import { subjectQuery } from "./preview-subject.ts";

/** What can be done with whom is previewed: save them as a persona, or make up somebody like them. */
export function PreviewActions({ asked, setQuery, store, madeUp }: PreviewBodyProps) {
  const { client, personas, toasts } = useConsole();
  const { canEdit, space } = useHere();
  const place = usePlace();
  const to = usePath();
  const [, navigate] = useLocation();
  const act = useAct();
  const { subject } = asked;
  const invent = () =>
    subject.who === "user" &&
    act({
      send: async () => {
        const { madeUp: value, missing } = await copyPerson(client, place, subject);
        const show = () => {
          if (missing !== null) say(toasts, missing);
          store.setState({ value });
          setQuery(subjectQuery({ who: "made-up" }));
        };
        return { show };
      },
      failure: "Nobody was made up.",
    });
  const save = () =>
    madeUp !== null &&
    act({
      send: async () => {
        const { user, events } = madeUp;
        const body = { name: beginningOf(capital(madeUpWords(madeUp)), 200), user, events, at: asked.at };
        const persona = await client.call("createPersona", { params: { spaceId: space.id }, body });
        personas.keep(space.id, persona);
        const href = to("personas", persona.key);
        const said = `Created the persona “${persona.name}”`;
        return { show: () => navigate(href), said, way: { words: "Show it", href } };
      },
      failure: "The persona was not created.",
    });
  const group = "Preview";
  const user = subject.who === "user" ? userAddress(to, subject) : null;
  useCommands(
    subject.who === "made-up" ? [{ id: "preview/save", title: "Save as a persona", group, run: save }] : [],
    "editor",
  );
  useCommands(
    user === null
      ? []
      : [
          { id: "preview/invent", title: "Make up somebody like them", group, run: () => invent() },
          { id: "preview/user", title: "Open user or visitor", group, run: () => navigate(user) },
        ],
  );
  if (subject.who === "user")
    return (
      <>
        <Link className="btn" href={user ?? ""}>
          Open {subject.kind === "visitor" ? "visitor" : "user"}
        </Link>
        <Button onClick={() => invent()}>Make up somebody like them</Button>
      </>
    );
  if (subject.who === "persona")
    return (
      <Link className="btn" href={to("personas", subject.key)}>
        Open persona
      </Link>
    );
  return canEdit ? (
    <Button look="primary" onClick={save}>
      Save as a persona
    </Button>
  ) : null;
}

interface TribesLineProps {
  readonly tribes: Explanation["tribes"];
  readonly changed: ReadonlySet<string>;
  /** They are of the subject before. */
  readonly isOld: boolean;
  /** Whose reasons are open. */
  readonly chosen: string | null;
  readonly onShow: (id: string) => void;
}

/** The Tribes that somebody is in, and those that they are not in, folded where there are many; each opens why. */
export function TribesLine({ tribes, changed, isOld, chosen, onShow }: TribesLineProps) {
  const [all, setAll] = useState(false);
  const isWhole = useIsWhole();
  if (tribes.length === 0) return null;
  const { shown, more, many } = fewTribes(tribes, all || isWhole);
  const of = (matched: boolean) => shown.filter((one) => one.matched === matched);
  // “None” is said where none are, not where they are folded away.
  const isSaid = (matched: boolean) => of(matched).length > 0 || (matched && more > 0);
  return (
    <div className={`inset sentence preview-tribes ${isOld ? "decided-before" : ""}`} aria-busy={isOld}>
      {(more === 0 ? [true, false] : [true]).map((matched) => (
        <span key={String(matched)} className={isSaid(matched) ? "" : "sr"}>
          {matched ? "In " : "Not in "}
          {of(matched).length === 0 && (matched ? noTribe(more) : "none")}
          {of(matched).map(({ id, name }) => (
            <button
              type="button"
              key={`${id}/${matched}`}
              data-why={id}
              className={`tok ${matched ? "tok-noun" : "tok-out"} ${changed.has(id) ? "is-new" : ""}`}
              aria-expanded={id === chosen}
              title={name}
              aria-label={`Why ${matched ? "in" : "not in"} ${name}`}
              onClick={() => onShow(id)}
            >
              {name}
            </button>
          ))}
        </span>
      ))}
      {many && !isWhole && <MoreTribes more={more} none={shown.length === 0} onToggle={() => setAll(!all)} />}
    </div>
  );
}
