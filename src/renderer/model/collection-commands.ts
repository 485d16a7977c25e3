import type { Collection } from "../../core/collection.ts";
import { type EnvironmentKey, environmentKeys, environmentNames } from "../../core/primitives.ts";

interface Promotion {
  readonly from: EnvironmentKey;
  readonly to: EnvironmentKey;
}

/** What can be promoted into an environment or out of it: up the ladder only. Down it, a version can be rolled back to. */
export function promotionsOf({ status }: Collection, environment: EnvironmentKey): readonly Promotion[] {
  const here = environmentKeys.indexOf(environment);
  const into = environmentKeys.slice(0, here).map((from) => ({ from, to: environment }));
  const out = environmentKeys.slice(here + 1).map((to) => ({ from: environment, to }));
  return [...out, ...into].filter(({ from }) => status[from].version !== null);
}

/** Something to do with a Collection's versions, in the dialog of an environment's page. */
export interface PublishCommand {
  readonly id: string;
  readonly title: string;
  readonly group: string;
  /** What is published; null for unpublishing. */
  readonly source: "draft" | EnvironmentKey | null;
  readonly to: EnvironmentKey;
  readonly keywords: readonly string[];
}

const group = "Publishing";

/** Publishing a Collection to an environment, promoting it from there or to there, and unpublishing it. */
export function publishCommands(collection: Collection, environment: EnvironmentKey) {
  const { name, status } = collection;
  const here = environmentNames[environment];
  const command = (title: string, source: PublishCommand["source"], to = environment): PublishCommand => ({
    id: `publishing/${title}`,
    title,
    group,
    source,
    to,
    keywords: [`version ${source === null || source === "draft" ? "" : status[source].version}`],
  });
  const promotions = promotionsOf(collection, environment).map(({ from, to }) => {
    const words = to === environment ? `from ${environmentNames[from]}` : `to ${environmentNames[to]}`;
    return command(`Promote ${name} ${words}…`, from, to);
  });
  const unpublish = command(`Unpublish ${name} from ${here}…`, null);
  return {
    publish: command(`Publish ${name} to ${here}…`, "draft"),
    others: [...promotions, ...(status[environment].version === null ? [] : [unpublish])],
  };
}

/** A Collection's versions, of which one can be gone back to. */
export const historyCommand = ({ id, name }: Collection) => ({
  id: `publishing/history/${id}`,
  title: `Show the history of ${name}`,
  group,
  keywords: ["roll back versions"],
});

/** Another name for what is open. */
export const renameCommand = (name: string) => ({
  id: "collections/rename",
  title: `Rename ${name}…`,
  group: "Collections",
});

/** Making something, by the words of the menu that makes it. */
export const makeCommand = (label: string) => ({
  id: `collections/make/${label}`,
  title: label.includes(" in ") ? label : `${label}…`,
  group: "Collections",
  keywords: ["add"],
});
