import { useLocation } from "wouter";
import type { Collection } from "../../../core/collection.ts";
import { type EnvironmentKey, environmentKeys } from "../../../core/primitives.ts";
import { historyCommand, type PublishCommand, publishCommands } from "../../model/collection-commands.ts";
import { pagePath } from "../../page/pages.ts";
import { useCommands } from "../../page/use-commands.ts";
import { useHere } from "../../page/use-here.ts";
import type { MenuItem } from "../../parts/MoreMenu.tsx";
import { useAddressQuery, useDialogAddress } from "../../parts/use-address-query.ts";
import type { Command } from "../../stores/commands-store.ts";

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

/** Opens the publish dialog, in another environment where that is where it publishes to. */
export function useOpenPublishing(): Publishing["open"] {
  const { space, environment, below } = useHere();
  const [query] = useAddressQuery();
  const dialogs = useDialogAddress();
  const [, navigate] = useLocation();
  return (source, to = environment) => {
    if (to === environment) return dialogs.open({ publish: String(source), unpublish: null });
    const path = pagePath({ spaceKey: space.key, environment: to }, "collections", ...below);
    navigate(`${path}?${new URLSearchParams({ ...query, publish: String(source) })}`);
  };
}

/** The publish dialog, which is part of the address, and the ways to it. */
export function usePublishing(collection: Collection): Publishing {
  const { environment, canEdit } = useHere();
  const [query] = useAddressQuery();
  const dialogs = useDialogAddress();
  const open = useOpenPublishing();
  const { publish, others } = publishCommands(collection, environment);
  const run = ({ source, to }: PublishCommand) =>
    source === null ? dialogs.open({ unpublish: "1" }) : open(source, to);
  usePublishCommands(collection, publish, others, run);
  return {
    source: canEdit ? readSource(query.publish) : null,
    open,
    close: () => dialogs.close({ publish: null }),
    items: others.map((one) => ({
      label: one.title,
      danger: one.source === null,
      run: () => run(one),
    })),
  };
}

function usePublishCommands(
  collection: Collection,
  publish: PublishCommand,
  others: readonly PublishCommand[],
  run: (command: PublishCommand) => void,
): void {
  const [, setQuery] = useAddressQuery();
  const offer = (command: PublishCommand): Command => {
    const { source: _, to: __, ...words } = command;
    return { ...words, run: () => run(command) };
  };
  const draft = { ...offer(publish), keys: "p" };
  useCommands([draft, { ...offer(publish), id: "publish", keysOnly: true }, ...others.map(offer)], "editor");
  const showHistory = () => setQuery({ tab: "history", scenario: null });
  useCommands([{ ...historyCommand(collection), keys: "h", run: showHistory }]);
}
