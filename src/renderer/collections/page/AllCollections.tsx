import { Link } from "wouter";
import type { Collection } from "../../../core/collection.ts";
import { environmentKeys, environmentNames } from "../../../core/primitives.ts";
import { useHere, usePath } from "../../app/use-here.ts";
import { Empty } from "../../parts/Empty.tsx";
import { PageHead } from "../../parts/PageHead.tsx";
import { ReadOnly } from "../../parts/ReadOnly.tsx";
import { counted } from "../../text/format.ts";
import { belowOf } from "../model/collection-address.ts";
import { useCollections, useDesk } from "../use-collections.ts";
import { PublishState } from "./PublishState.tsx";

/** Every Collection of the Space with its state in each environment; without one, what one is. */
export function AllCollections() {
  const collections = useCollections() ?? [];
  const { canEdit } = useHere();
  const { store } = useDesk();
  const make = () => store.setState({ making: { kind: "collection" } });
  const button = (
    <button type="button" className="btn btn-primary" onClick={make}>
      New Collection
    </button>
  );
  return (
    <div className="stage-col ruled">
      <PageHead title="Collections">{canEdit && collections.length > 0 && button}</PageHead>
      <ReadOnly />
      <div className="scroll">
        {collections.length === 0 ? (
          <div className="inset">
            <Empty title="No Collection yet" action={canEdit ? button : undefined}>
              A Collection groups what an app shows in one place, such as its homepage: Experiences, each on
              or off with its data for each audience. It is published as a whole.
            </Empty>
          </div>
        ) : (
          <CollectionTable collections={collections} />
        )}
      </div>
    </div>
  );
}

function CollectionTable({ collections }: { readonly collections: readonly Collection[] }) {
  const to = usePath();
  return (
    <table className="list-table">
      <caption className="sr">Collections and what each environment serves of them</caption>
      <thead>
        <tr>
          <th scope="col">Collection</th>
          <th scope="col">Holds</th>
          {environmentKeys.map((key) => (
            <th scope="col" key={key} data-env={key}>
              <span className="env-name">
                <span className="env-mark" />
                {environmentNames[key]}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {collections.map((collection) => (
          <tr key={collection.id}>
            <td>
              <Link
                href={to("collections", ...belowOf({ kind: "collection", collection }))}
                className="row-link"
              >
                <span className="truncate strong">{collection.name}</span>
                <span className="mono small muted truncate">{collection.key}</span>
              </Link>
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
