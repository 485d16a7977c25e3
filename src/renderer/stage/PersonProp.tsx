import { ArrowLeft, ArrowRight } from "lucide-react";
import { useEffect } from "react";
import type { Collection, Experience } from "../../core/collection.ts";
import type { Explanation } from "../../core/explanation.ts";
import { itemsIn } from "../../core/items.ts";
import type { Scene } from "../../core/scene.ts";
import type { Stage } from "../../core/stage.ts";
import { inWords, isGone } from "../api/api-problem.ts";
import { paramsOf } from "../api/place.ts";
import { useConsole } from "../page/console-context.ts";
import { useStats } from "../page/reads.ts";
import { useCommands } from "../page/use-commands.ts";
import { useHere, usePlace } from "../page/use-here.ts";
import { useList, useUnread } from "../page/use-list.ts";
import { useRoute } from "../page/use-route.ts";
import { IconButton } from "../parts/Button.tsx";
import { uniqueKeys } from "../parts/unique-keys.ts";
import type { Show } from "./use-show.ts";

/** How often it is asked what somebody sees, and whether somebody is there by now; in ms. */
const often = 2_000;
const seldom = 10_000;
/** What a person sees that not everybody does: as many as can be read from two metres. */
const mostShown = 3;

/** Who is on stage, and what they are served. */
export function PersonProp({ scene, show }: { readonly scene: Scene; readonly show: Show }) {
  const { canEdit } = useHere();
  const { named } = scene.people;
  const placeOf = ({ person }: Stage) => named.findIndex(({ id }) => id === person?.id);
  const be = (place: (at: number) => number) =>
    show.change((now) => {
      const person = named[(place(placeOf(now)) + named.length) % named.length];
      return person === undefined ? {} : { person: person.id };
    });
  const before = () => be((at) => (at === -1 ? -1 : at - 1));
  const after = () => be((at) => at + 1);
  useCommands(
    named.length === 0
      ? []
      : [
          {
            id: "stage/before",
            title: "Be the previous person",
            group: "Stage",
            keys: "ArrowLeft",
            run: before,
          },
          { id: "stage/after", title: "Be the next person", group: "Stage", keys: "ArrowRight", run: after },
        ],
    "editor",
  );
  const person = named[placeOf(show.stage)];
  return (
    <section>
      <div className="top">
        <h2>Person</h2>
        <span className="spacer" />
        {canEdit && named.length > 0 && (
          <>
            <IconButton icon={ArrowLeft} label="Previous person" onClick={before} />
            <IconButton icon={ArrowRight} label="Next person" onClick={after} />
          </>
        )}
      </div>
      {person === undefined ? (
        <p className="direction">
          {named.length === 0 ? "This scene names nobody." : "Nobody yet. A step or the arrow keys choose."}
        </p>
      ) : (
        <>
          <div className="person-now">
            <span className="big truncate">{person.name}</span>
            <span className="muted truncate">{facts(person)}</span>
          </div>
          <Sees userId={person.id} />
        </>
      )}
    </section>
  );
}

/** Their first fields and labels. */
const facts = ({ fields, labels }: Scene["people"]["named"][number]): string =>
  [
    ...Object.entries(fields).flatMap(([key, value]) =>
      key === "name" ? [] : [isYes(value) ? key : String(value)],
    ),
    ...labels,
  ]
    .slice(0, 2)
    .join(", ");

function Sees({ userId }: { readonly userId: string }) {
  const params = { ...paramsOf(usePlace()), userId };
  const { collections: list } = useConsole();
  const collections = useList(list);
  const unread = useUnread("The Collections", list);
  const { data, error, refetch } = useRoute(
    "explainUser",
    { params, query: {} },
    { refetchInterval: ({ state }) => (isGone(state.error) ? seldom : often) },
  );
  const users = useStats().stats?.users;
  // Whoever is not there yet is looked for at once when somebody came.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the number asks.
  useEffect(() => {
    if (isGone(error)) void refetch();
  }, [users]);
  if (isGone(error))
    return <p className="direction">Not here yet: lay the scene, or play a step in which they act.</p>;
  if (data === undefined) return error === null ? null : <p className="direction">{inWords(error)}</p>;
  if (collections === null) return unread && <p className="direction">{unread}</p>;
  const special = own(data, collections).slice(0, mostShown);
  const keys = uniqueKeys(special.map(({ name }) => name));
  return (
    <dl className="sees">
      {special.map(({ name, scenario }, place) => (
        <div key={keys[place]}>
          <dt className="truncate">{name}</dt>
          <dd className="strong truncate">{scenario}</dd>
        </div>
      ))}
      {special.length === 0 && (
        <div>
          <dt>Sees</dt>
          <dd>what everybody sees</dd>
        </div>
      )}
    </dl>
  );
}

/** What is served to this person by a scenario that is not for everyone. */
function own({ experiences }: Explanation, collections: readonly Collection[]) {
  const items = new Map(collections.flatMap(itemsIn).map((item) => [item.id, item]));
  return experiences.flatMap(({ id, scenario }) => {
    const item = items.get(id);
    const chosen = item?.scenarios.find((one) => one.id === scenario?.id);
    return item === undefined || chosen === undefined || isForEverybody(chosen)
      ? []
      : [{ name: item.name, scenario: chosen.name }];
  });
}

const isForEverybody = ({ audience }: Pick<Experience["scenarios"][number], "audience">): boolean =>
  audience === undefined ||
  (audience.kind === "everyone" && audience.anyOf.length + audience.noneOf.length === 0);

/** Of a field that says yes, its name says more. */
const isYes = (value: unknown): boolean => value === true || value === "yes";
