import type { ReactNode } from "react";
import type { Collection } from "../../../core/collection.ts";
import { type EnvironmentKey, environmentKeys, environmentNames } from "../../../core/primitives.ts";
import { jsonEqual } from "../../../core/publishing/json-equal.ts";
import { useCommands } from "../../page/use-commands.ts";
import { useHere } from "../../page/use-here.ts";
import { Button } from "../../parts/Button.tsx";
import { Rev } from "../../parts/Rev.tsx";
import { panelId, TabList, type TabName, tabId } from "../../parts/TabList.tsx";
import { useAddressQuery } from "../../parts/use-address-query.ts";
import { useVersion } from "../use-served.ts";
import { useOpenPublishing } from "./PartHead.tsx";

interface EditorTabsProps<N extends string> {
  readonly label: string;
  readonly collection: Collection;
  /** The first is shown where the address names none. */
  readonly tabs: readonly [TabName<N>, ...TabName<N>[]];
  readonly children: (tab: N) => ReactNode;
}

/** The tabs of something in a Collection, with the Collection's versions beside them. */
export function EditorTabs<N extends string>({ label, collection, tabs, children }: EditorTabsProps<N>) {
  const [query, setQuery] = useAddressQuery();
  const first = tabs[0].name;
  const chosen = tabs.find(({ name }) => name === query.tab)?.name ?? first;
  const choose = (name: N) => setQuery({ tab: name === first ? null : name });
  const places = tabs.filter(({ name }) => name !== "history");
  useCommands(
    places.map(({ name, words }) => ({
      id: `collections/tab/${name}`,
      title: `${label}: ${words}`,
      group: "Collections",
      run: () => choose(name),
    })),
  );
  return (
    <>
      <div className="inset">
        <TabList label={label} tabs={tabs} chosen={chosen} onChoose={choose}>
          <div className="trail">
            <Ladder collection={collection} />
            <Rungs collection={collection} />
          </div>
        </TabList>
      </div>
      <div
        className="scroll"
        role="tabpanel"
        id={panelId(chosen)}
        aria-labelledby={tabId(chosen)}
        tabIndex={-1}
      >
        {children(chosen)}
      </div>
    </>
  );
}

/** Which version each environment serves, from the first to the last rung. */
function Ladder({ collection }: { readonly collection: Collection }) {
  return (
    <ul className="ladder" aria-label="Versions by environment">
      {environmentKeys.map((key) => {
        const { state, version } = collection.status[key];
        return (
          <li className="lad" data-env={key} key={key}>
            <span className="env-mark" />
            {environmentNames[key]}
            {version === null ? (
              <span className="direction">unpublished</span>
            ) : (
              <b className="num">{version}</b>
            )}
            {state === "changed" && <Rev words={`The draft differs from ${environmentNames[key]}`} />}
          </li>
        );
      })}
    </ul>
  );
}

/** The steps of the ladder that end or begin here: "Promote from Development", "Promote 2 to Production". */
function Rungs({ collection }: { readonly collection: Collection }) {
  const { environment } = useHere();
  const here = environmentKeys.indexOf(environment);
  const below = environmentKeys[here - 1];
  const above = environmentKeys[here + 1];
  const { version } = collection.status[environment];
  return (
    <>
      {below !== undefined && (
        <Rung collection={collection} from={below} to={environment}>
          Promote from {environmentNames[below]}
        </Rung>
      )}
      {above !== undefined && (
        <Rung collection={collection} from={environment} to={above}>
          Promote {version} to {environmentNames[above]}
        </Rung>
      )}
    </>
  );
}

interface RungProps {
  readonly collection: Collection;
  readonly from: EnvironmentKey;
  readonly to: EnvironmentKey;
  readonly children: ReactNode;
}

/** A step up the ladder, where the environment above does not serve what the one below does. */
function Rung({ collection, from, to, children }: RungProps) {
  const { canEdit } = useHere();
  const open = useOpenPublishing();
  const same = useSame(collection, from, to);
  if (!canEdit || collection.status[from].version === null || same !== false) return null;
  return (
    <Button small className="next-rung" data-env={to} onClick={() => open(from, to)}>
      <span className="env-mark" />
      {children}
    </Button>
  );
}

/** Whether two environments serve the same; null while that is not known. */
function useSame(collection: Collection, here: EnvironmentKey, there: EnvironmentKey): boolean | null {
  const one = useServedIn(collection, here);
  const other = useServedIn(collection, there);
  if (one === "unknown" || other === "unknown") return null;
  return jsonEqual(one, other);
}

function useServedIn({ id, status }: Collection, environment: EnvironmentKey) {
  const { space } = useHere();
  const { version } = status[environment];
  const name = { spaceId: space.id, collectionId: id, environment, version: version ?? 0 };
  const served = useVersion(name, version !== null);
  if (version === null) return null;
  return served.phase === "ready" ? served.content : "unknown";
}
