import "./stage.css";
import { useQueries } from "@tanstack/react-query";
import { ChevronDown, ExternalLink, FileUp, Layers, Play, TriangleAlert, X } from "lucide-react";
import { Link, useLocation } from "wouter";
import type { Collection } from "../../core/collection.ts";
import { consoleCommand } from "../../core/console-commands.ts";
import { environmentNames } from "../../core/primitives.ts";
import type { CollectionContent } from "../../core/publication.ts";
import { missingNames } from "../../core/scene/missing-names.ts";
import type { Scene } from "../../core/scene.ts";
import { type OwnScene, ownScenes } from "../../core/stage.ts";
import { inWords } from "../api/api-problem.ts";
import { useConsole } from "../page/console-context.ts";
import { slowly, useSpaces, useStatus, versionQuery } from "../page/reads.ts";
import { useCommands } from "../page/use-commands.ts";
import { useHere, usePath } from "../page/use-here.ts";
import { useList, useListProblem } from "../page/use-list.ts";
import { AppearanceMenu } from "../parts/AppearanceMenu.tsx";
import { Button } from "../parts/Button.tsx";
import { EnvironmentName } from "../parts/EnvironmentName.tsx";
import { Icon } from "../parts/Icon.tsx";
import { type MenuItem, MoreMenu } from "../parts/MoreMenu.tsx";
import { Empty, Failed, SkeletonRows } from "../parts/PageState.tsx";
import { useActs } from "../parts/use-acts.ts";
import { useAct } from "../parts/use-form.ts";
import { count, counted } from "../text/format.ts";
import { ClockProp } from "./ClockProp.tsx";
import { DevicesProp } from "./DevicesProp.tsx";
import { MomentsProp } from "./MomentsProp.tsx";
import { PersonProp } from "./PersonProp.tsx";
import { Script } from "./Script.tsx";
import { SimulatorProp } from "./SimulatorProp.tsx";
import { useSceneFile } from "./use-scene-file.ts";
import { type Show, useShow } from "./use-show.ts";

/** The presenter's page: the script with its next step, and what can be done beside it, each by a key. */
export function StagePage() {
  const { show, problem, again } = useShow();
  const file = useSceneFile();
  const start = useStartShow();
  return (
    <>
      <StageBar show={show} onOpenFile={file.open} />
      <div className="stage-body">
        {file.input}
        <div className="stage-col ruled">
          {show !== null && show.scene !== null && (
            <>
              <MissingNames scene={show.scene} />
              <Script scene={show.scene} show={show} />
            </>
          )}
          {show !== null && show.scene === null && (
            <NoScene onOpenFile={file.open} onStart={() => start("premiere")} />
          )}
          {show === null && problem === null && <SkeletonRows rows={5} />}
          {show === null && problem !== null && (
            <Failed page title="The show could not be loaded" reason={problem} onRetry={again} />
          )}
        </div>
        {show !== null && show.scene !== null && (
          <aside className="props-col" aria-label="Beside the script">
            <PersonProp scene={show.scene} show={show} />
            <ClockProp show={show} />
            <SimulatorProp scene={show.scene} show={show} />
            <DevicesProp />
            <MomentsProp show={show} />
          </aside>
        )}
      </div>
    </>
  );
}

/** Which scene is on, where, and the way back to the console. */
function StageBar({ show, onOpenFile }: { readonly show: Show | null; readonly onOpenFile: () => void }) {
  const { environment, canEdit } = useHere();
  const to = usePath();
  const { lay, isLaying } = useLay();
  const status = useStatus();
  const scene = show?.scene ?? null;
  const items: (MenuItem | null)[] = [
    ...(show?.scenes ?? []).map(({ key, name }) => ({
      label: name,
      disabled: key === scene?.key,
      run: () => show?.change(() => ({ scene: key })),
    })),
    null,
    ...(scene === null
      ? []
      : [
          {
            label: isLaying(scene.key)
              ? "Laying its people…"
              : `Lay its people and ${counted(scene.days, "day")}`,
            icon: Layers,
            disabled: !canEdit || isLaying(scene.key),
            run: () => lay(scene.key, scene.name),
          },
        ]),
    { label: "Open a scene's file…", icon: FileUp, disabled: !canEdit, run: onOpenFile },
  ];
  return (
    <header className="bar">
      <span className="leave">
        <Link
          className="btn btn-icon"
          href={to("overview")}
          aria-label="Leave the Stage"
          title="Leave the Stage"
        >
          <Icon of={X} />
        </Link>
      </span>
      <h1 className="title">{scene?.name ?? "Stage"}</h1>
      <MoreMenu
        label="Scenes"
        items={items}
        trigger={
          <button type="button" className="btn btn-icon" aria-label="Scenes">
            <Icon of={ChevronDown} />
          </button>
        }
      />
      {scene !== null && (
        <span className="direction truncate">
          {counted(scene.people.count, "person", "people")}, seed {count(scene.seed)}
        </span>
      )}
      <span className="spacer" />
      {status !== null && scene !== null && (
        <a
          className="btn"
          href={`${status.sdkUrl}/demo?environment=${environment}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          Sample app <Icon of={ExternalLink} />
        </a>
      )}
      <EnvironmentName of={environment} />
      <AppearanceMenu />
    </header>
  );
}

/** What the scene names in vain, before its author wonders on stage. */
function MissingNames({ scene }: { readonly scene: Scene }) {
  const { environment } = useHere();
  const { collections: list } = useConsole();
  const drafts = useList(list);
  const unread = useListProblem(list);
  const served = useServedChanged(drafts);
  const missing = drafts === null || served.all === null ? [] : missingNames(scene, drafts, served.all);
  const problem = unread ?? served.problem;
  if (missing.length === 0 && problem === null) return null;
  return (
    <ul className="warnings">
      <li>
        <Icon of={TriangleAlert} size={16} />
        <span role="status">
          {problem === null ? (
            <>
              The scene names what no draft of this Space has, and {environmentNames[environment]} does not
              serve: {missing.slice(0, 3).join(", ")}
              {missing.length > 3 && ` and ${missing.length - 3} more`}
            </>
          ) : (
            `What the scene names could not be checked. ${problem}`
          )}
        </span>
      </li>
    </ul>
  );
}

interface Served {
  /** Null until all of it is known. */
  readonly all: readonly CollectionContent[] | null;
  /** Why it is not. */
  readonly problem: string | null;
}

/** What this environment serves of those that are drafted otherwise. */
function useServedChanged(drafts: readonly Collection[] | null): Served {
  const { client } = useConsole();
  const { space, environment } = useHere();
  const changed = (drafts ?? []).flatMap(({ id, status }) => {
    const { state, version, publishedAt } = status[environment];
    return state === "changed" && version !== null ? [{ collectionId: id, version, publishedAt }] : [];
  });
  return useQueries({
    queries: changed.map((one) => ({
      ...versionQuery(client, { spaceId: space.id, environment, ...one }),
      refetchInterval: ({ state }: { readonly state: { readonly data: unknown } }) =>
        state.data === undefined && slowly,
    })),
    combine: (answers) => {
      const known = answers.flatMap(({ data }) => (data === undefined ? [] : [data.content]));
      const failed = answers.find(({ data, error }) => data === undefined && error !== null);
      return {
        all: known.length === answers.length ? known : null,
        problem: failed ? inWords(failed.error) : null,
      };
    },
  });
}

function NoScene({ onOpenFile, onStart }: { readonly onOpenFile: () => void; readonly onStart: () => void }) {
  const { canEdit, ownsWorkspace } = useHere();
  const { data: spaces } = useSpaces();
  // The demo has the key of the Space that the show brings.
  const isTaken = spaces?.some(({ key }) => key === "cinema");
  return (
    <Empty
      page
      title="No scene in this Space"
      action={
        <span className="btn-row">
          {ownsWorkspace && isTaken === false && (
            <Button look="primary" icon={Play} onClick={onStart}>
              Start the show Friday premiere
            </Button>
          )}
          {canEdit && (
            <Button icon={FileUp} onClick={onOpenFile}>
              Open a scene's file…
            </Button>
          )}
        </span>
      }
    >
      A scene has people, what they do, and the script that is played here. Friday premiere comes with
      Understudy
      {isTaken
        ? ": “understudy open --show premiere --data FOLDER” begins it in a new workspace."
        : ", in a Space of its own: a cinema with 180 people."}
    </Empty>
  );
}

/** Begins a show that comes with Understudy, and goes to its Stage; offered in the palette and the desktop app's menu. */
function useStartShow(): (scene: OwnScene) => void {
  const { client, queries } = useConsole();
  const { ownsWorkspace } = useHere();
  const [, navigate] = useLocation();
  const act = useAct();
  const start = (scene: OwnScene) =>
    act({
      send: async () => {
        const { consolePath } = await client.call("startShow", { body: { scene } });
        void queries.invalidateQueries();
        // Its page is opened only where its Space is known.
        await queries.invalidateQueries({ queryKey: ["listSpaces"] });
        return { show: () => navigate(consolePath) };
      },
      failure: "The show did not begin.",
    });
  useCommands(
    ownsWorkspace
      ? ownScenes.map((scene) => {
          const id = `show/${scene}` as const;
          return { id, title: consoleCommand(id).title, group: "Stage", run: () => start(scene) };
        })
      : [],
  );
  return start;
}

/** Lays a scene's people and history into the environment on screen. */
function useLay() {
  const { client, queries } = useConsole();
  const { environment, space } = useHere();
  const { once, isPending } = useActs();
  const lay = (sceneKey: string, name: string) =>
    once(sceneKey, () => ({
      send: async () => {
        const laid = await client.call("layScene", {
          params: { spaceId: space.id, sceneKey },
          body: { environment },
        });
        void queries.invalidateQueries();
        const said = `Laid “${name}”: ${counted(laid.people, "person", "people")}, ${counted(laid.events, "event")}`;
        return { said, show: () => undefined };
      },
      failure: `“${name}” was not laid.`,
    }));
  return { lay, isLaying: isPending };
}
