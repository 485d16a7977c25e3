import { useLocation } from "wouter";
import type { Collection } from "../../../core/collection.ts";
import { type EnvironmentKey, environmentKeys, environmentNames } from "../../../core/primitives.ts";
import { pagePath } from "../../app/pages.ts";
import { useCommands } from "../../app/use-commands.ts";
import { useHere } from "../../app/use-here.ts";
import type { MenuItem } from "../../parts/MoreMenu.tsx";
import { useQuery } from "../use-query.ts";

/** Where what is published comes from: the draft, another environment, or a version of the same one. */
export type PublishSource = "draft" | EnvironmentKey | number;

export function readSource(text: string | undefined): PublishSource | null {
  if (text === undefined) return null;
  if (text === "draft" || environmentKeys.some((key) => key === text)) return text as PublishSource;
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

interface Publishing {
  /** What the open dialog publishes; null where none is open. */
  readonly source: PublishSource | null;
  readonly open: (source: PublishSource, to?: EnvironmentKey) => void;
  readonly close: () => void;
  /** What else can be done with a Collection's versions. */
  readonly items: readonly MenuItem[];
}

/** The publish dialog, which is part of the address, and the ways to it. */
export function usePublishing(collection: Collection): Publishing {
  const { space, environment, below, canEdit } = useHere();
  const [query, setQuery] = useQuery();
  const [, navigate] = useLocation();
  const open = (source: PublishSource, to: EnvironmentKey = environment) => {
    if (to === environment) return setQuery({ publish: String(source), unpublish: null });
    const path = pagePath({ spaceKey: space.key, environment: to }, "collections", ...below);
    navigate(`${path}?${new URLSearchParams({ ...query, publish: String(source) })}`);
  };
  const serving = environmentKeys.filter((key) => collection.status[key].version !== null);
  const items: MenuItem[] = [
    ...serving
      .filter((key) => key !== environment)
      .map((key) => ({
        label: `Promote from ${environmentNames[key]}…`,
        run: () => open(key),
      })),
    ...(serving.includes(environment)
      ? [
          ...environmentKeys
            .filter((key) => key !== environment)
            .map((key) => ({
              label: `Promote to ${environmentNames[key]}…`,
              run: () => open(environment, key),
            })),
          {
            label: `Unpublish from ${environmentNames[environment]}…`,
            danger: true,
            run: () => setQuery({ unpublish: "1" }),
          },
        ]
      : []),
  ];
  const publish = {
    label: `Publish ${collection.name} to ${environmentNames[environment]}…`,
    keys: "p",
    run: () => open("draft"),
  };
  usePublishCommands(canEdit ? [publish, ...items] : [], () => setQuery({ tab: "history", scenario: null }));
  return {
    source: canEdit ? readSource(query.publish) : null,
    open,
    close: () => setQuery({ publish: null }, { replace: true }),
    items,
  };
}

function usePublishCommands(items: readonly MenuItem[], showHistory: () => void): void {
  const group = "Publishing";
  useCommands([
    ...items.map(({ label, keys, run }) => ({
      id: `publishing/${label}`,
      title: label,
      group,
      ...(keys !== undefined && { keys }),
      run,
    })),
    { id: "publishing/history", title: "Show the history", group, keys: "h", run: showHistory },
  ]);
}
