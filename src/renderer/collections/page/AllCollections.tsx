import type { Collection, PublishState as State } from "../../../core/collection.ts";
import { type EnvironmentKey, environmentKeys, environmentNames } from "../../../core/primitives.ts";
import { belowOf } from "../../model/collection-address.ts";
import { usePath } from "../../page/use-here.ts";
import { ColumnHeads } from "../../parts/ColumnHeads.tsx";
import { Rev } from "../../parts/Rev.tsx";
import { counted, moment } from "../../text/format.ts";
import { useCollections } from "../use-collections.ts";
import { KeyedLink } from "./KeyedLink.tsx";
import { ListPage } from "./ListPage.tsx";

/** Every Collection of the Space with its state in each environment; without one, what one is. */
export function AllCollections() {
  const collections = useCollections() ?? [];
  return (
    <ListPage
      title="Collections"
      noun="Collection"
      making={{ kind: "collection" }}
      isEmpty={collections.length === 0}
      about="A Collection groups what an app shows in one place, such as its homepage: Experiences, each on or off with its data for each audience. It is published as a whole."
    >
      <CollectionTable collections={collections} />
    </ListPage>
  );
}

function CollectionTable({ collections }: { readonly collections: readonly Collection[] }) {
  const to = usePath();
  return (
    <table className="list-table">
      <caption className="sr">Collections and what each environment serves of them</caption>
      <ColumnHeads of={["Collection", "Holds"]}>
        {environmentKeys.map((key) => (
          <th scope="col" key={key} data-env={key}>
            <span className="env-name">
              <span className="env-mark" />
              {environmentNames[key]}
            </span>
          </th>
        ))}
      </ColumnHeads>
      <tbody>
        {collections.map((collection) => (
          <tr key={collection.id}>
            <td>
              <KeyedLink
                href={to("collections", ...belowOf({ kind: "collection", collection }))}
                of={collection}
              />
            </td>
            <td className="muted">{holds(collection)}</td>
            {environmentKeys.map((key) => (
              <td key={key}>
                <PublishState status={collection.status[key]} environment={key} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function holds({ experiences, sections }: Collection): string {
  const inSections = sections.reduce((sum, one) => sum + one.experiences.length, 0);
  const parts = [counted(experiences.length + inSections, "Experience")];
  if (sections.length > 0) parts.push(counted(sections.length, "Section"));
  return parts.join(", ");
}

interface PublishStateProps {
  readonly status: State;
  readonly environment: EnvironmentKey;
}

/** What an environment serves of a Collection: its version, and whether the draft differs. */
function PublishState({ status, environment }: PublishStateProps) {
  if (status.version === null) return <span className="direction small">unpublished</span>;
  return (
    <span className="publish-state">
      <span className="num">{status.version}</span>
      {status.state === "changed" && (
        <Rev words={`The draft differs from ${environmentNames[environment]}`} />
      )}
      {status.publishedAt !== null && <span className="muted small num">{moment(status.publishedAt)}</span>}
    </span>
  );
}
