import { oneAtATime } from "../one-at-a-time.ts";
import { sayFault } from "../tell-each.ts";
import type { ChangedDocuments } from "./document-place.ts";
import type { JsonDocument } from "./json-document.ts";
import { takingAtOnce } from "./outside-edit.ts";
import type { Workspace } from "./workspace.ts";

/** How often to check what other servers have changed, in ms. */
const lookEvery = 200;

/** Documents that others change too. */
interface SharedDocuments {
  /** A number that grows with every change; a smaller one than before where the last changes were lost. */
  head(): Promise<number>;
  changedSince(head: number): Promise<ChangedDocuments>;
}

/** A document beside the workspace's own. */
interface FollowedDocument {
  readonly document: Pick<JsonDocument<unknown>, "path" | "take">;
  readonly onChange: () => void;
}

/** Takes in what other servers changed after a head, which was read before any document was. `look`: once, now; `stop`: no more. */
export function followDocuments(
  workspace: Workspace,
  documents: SharedDocuments,
  others: readonly FollowedDocument[],
  head: number,
): { readonly look: () => Promise<void>; readonly stop: () => void } {
  let seen = head;
  const look = oneAtATime(async () => {
    try {
      seen = await takeIn(others, workspace, documents, seen);
    } catch (error) {
      // The next look is soon.
      sayFault(error);
    }
  });
  const timer = setInterval(() => void look(), lookEvery).unref();
  return { look, stop: () => clearInterval(timer) };
}

async function takeIn(
  others: readonly FollowedDocument[],
  workspace: Workspace,
  documents: SharedDocuments,
  seen: number,
): Promise<number> {
  const head = await documents.head();
  if (head === seen) return seen;
  const found = await documents.changedSince(head < seen ? 0 : seen);
  for (const { document, onChange } of [...besideSpaces(workspace), ...others]) {
    const stored = found.changed.get(document.path);
    if (stored === undefined) continue;
    if (takingAtOnce(workspace.warnings, document.path, () => document.take(stored))) onChange();
  }
  await workspace.takeSpaces(found, head);
  return head;
}

const besideSpaces = (workspace: Workspace): readonly FollowedDocument[] => [
  { document: workspace.secrets, onChange: () => undefined },
  { document: workspace.oauth, onChange: () => undefined },
  { document: workspace.document, onChange: () => workspace.announce({ kind: "workspace" }) },
  { document: workspace.shows, onChange: () => workspace.announce({ kind: "shows" }) },
];
