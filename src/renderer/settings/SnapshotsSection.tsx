import { Camera, Download, FileUp } from "lucide-react";
import { platformApi, routePath } from "../../core/api.ts";
import { isShared } from "../../core/settings.ts";
import type { Snapshot } from "../../core/snapshot.ts";
import { useConsole } from "../page/console-context.ts";
import { useStatus } from "../page/reads.ts";
import { useCommands } from "../page/use-commands.ts";
import { useHere } from "../page/use-here.ts";
import { useEveryPage } from "../page/use-route.ts";
import { Button } from "../parts/Button.tsx";
import { useFilePick } from "../parts/FileInput.tsx";
import { Icon } from "../parts/Icon.tsx";
import { type Acts, useActs } from "../parts/use-acts.ts";
import { useLong } from "../parts/use-time.ts";
import type { Sending } from "../stores/form-store.ts";
import { ownAddress } from "../stores/page-secret.ts";
import { say } from "../stores/toasts-store.ts";
import { count, exactMoment, size } from "../text/format.ts";
import { realNow } from "../text/platform-clock.ts";
import { RevocableSection, WhenCell } from "./RevocableSection.tsx";

/** Everything at one moment, kept and restored; for the operator of the workspace. */
export function SnapshotsSection() {
  const status = useStatus();
  const has = useHere().ownsWorkspace && status !== null && !isShared(status);
  return has ? <Snapshots /> : null;
}

function Snapshots() {
  const read = useEveryPage("listSnapshots", {});
  const acts = useActs();
  const { keep, take } = useSnapshotActs(acts);
  const isKeeping = useLong(acts.isPending("keep"));
  const isImporting = useLong(acts.isPending("import"));
  const { choose, input } = useFilePick("A snapshot's file", ".understudy", take);
  useCommands([
    { id: "settings/keep", title: "Keep this moment", group: "Settings", run: keep },
    { id: "settings/take-in", title: "Import a snapshot…", group: "Settings", run: choose },
  ]);
  return (
    <RevocableSection
      id="snapshots"
      about="everything at one moment: documents, users, events and clock; restoring keeps what was here"
      action={
        <>
          <Button small icon={FileUp} onClick={choose} aria-disabled={isImporting || undefined}>
            {isImporting ? "Importing…" : "Import…"}
          </Button>
          <Button small icon={Camera} onClick={keep} aria-disabled={isKeeping || undefined}>
            {isKeeping ? "Keeping this moment…" : "Keep this moment"}
          </Button>
        </>
      }
      read={read}
      noun="snapshots"
      none="None yet. Keep a moment before a demo or a risky change: restoring it takes a second."
      columns={["Name", "Made", "Users", "Events", "Size"]}
      row={(one) => <SnapshotRow key={one.id} snapshot={one} acts={acts} />}
    >
      {input}
    </RevocableSection>
  );
}

function SnapshotRow({ snapshot, acts }: { readonly snapshot: Snapshot; readonly acts: Acts }) {
  const { client, queries, removals } = useConsole();
  const { restore } = useSnapshotActs(acts);
  const { id, name, createdAt, counts, bytes, kept } = snapshot;
  const isRestoring = useLong(acts.isPending(`restore/${id}`));
  const params = { snapshotId: id };
  const remove = () =>
    removals.offer({
      key: id,
      said: `Deleted “${name}”`,
      refused: `“${name}” is still here.`,
      remove: (options) => client.call("deleteSnapshot", { params, ...options }),
      drop: () => queries.refetchQueries({ queryKey: ["listSnapshots"] }),
    });
  return (
    <tr>
      <td className="strong truncate" title={kept ? `${name}: kept by itself before a restore` : name}>
        {name}
      </td>
      <WhenCell at={createdAt} />
      <td className="num">{count(counts.users)}</td>
      <td className="num">{count(counts.events)}</td>
      <td className="num">{size(bytes)}</td>
      <td className="r">
        <span className="btn-row">
          <Button
            small
            aria-label={`Restore “${name}”`}
            aria-disabled={isRestoring || undefined}
            onClick={() => restore(snapshot)}
          >
            {isRestoring ? "Restoring…" : "Restore"}
          </Button>
          <a
            className="btn btn-icon btn-sm"
            href={ownAddress(routePath(platformApi.getSnapshotFile.path, params))}
            download
            aria-label={`Save “${name}” as a file`}
            title="Save as a file"
          >
            <Icon of={Download} size={14} />
          </a>
          <Button look="danger" small aria-label={`Delete “${name}”`} onClick={remove}>
            Delete
          </Button>
        </span>
      </td>
    </tr>
  );
}

function useSnapshotActs({ once, inTurn }: Acts) {
  const { client, queries, toasts } = useConsole();
  const told = (failure: string, send: () => Promise<string>): Sending => ({
    send: async () => {
      try {
        say(toasts, await send());
      } finally {
        // Also without an answer: it may have been done.
        void queries.invalidateQueries();
      }
      return {};
    },
    failure,
  });
  return {
    keep: () =>
      once("keep", () =>
        told("This moment was not kept.", async () => {
          const name = `Kept at ${exactMoment(new Date(realNow()).toISOString())}`;
          const made = await client.call("createSnapshot", { body: { name } });
          return `Kept “${made.name}”`;
        }),
      ),
    take: (file: File) =>
      inTurn("import", () =>
        told(`${file.name} was not imported.`, async () => {
          const made = await client.call("importSnapshot", { file });
          return `Imported “${made.name}”. Restore it when you want.`;
        }),
      ),
    restore: ({ id, name }: Snapshot) =>
      once(`restore/${id}`, () =>
        told(`“${name}” was not restored.`, async () => {
          await client.call("restoreSnapshot", { params: { snapshotId: id } });
          return `Restored “${name}”; what was here is kept`;
        }),
      ),
  };
}
