import { Link } from "wouter";
import { useHere, usePath } from "../../app/use-here.ts";
import { Empty } from "../../parts/Empty.tsx";
import { PageHead } from "../../parts/PageHead.tsx";
import { ReadOnly } from "../../parts/ReadOnly.tsx";
import { counted } from "../../text/format.ts";
import { useCollections, useDesk, useTypes } from "../use-collections.ts";
import { usesOf } from "./property-edits.ts";

/** Every Experience type of the Space. */
export function AllTypes() {
  const types = useTypes();
  const { canEdit } = useHere();
  const { store } = useDesk();
  const to = usePath();
  const button = (
    <button
      type="button"
      className="btn btn-primary"
      onClick={() => store.setState({ making: { kind: "type" } })}
    >
      New Experience type
    </button>
  );
  return (
    <div className="stage-col ruled">
      <PageHead title="Experience types" crumbs={[{ name: "Collections", href: to("collections") }]}>
        {canEdit && types.length > 0 && button}
      </PageHead>
      <ReadOnly />
      <div className="scroll">
        {types.length === 0 ? (
          <div className="inset">
            <Empty title="No Experience type yet" action={canEdit ? button : undefined}>
              A type says which properties an Experience has, such as a headline, a colour and a link. Code
              gets a class for each type, with exactly these properties.
            </Empty>
          </div>
        ) : (
          <TypeTable />
        )}
      </div>
    </div>
  );
}

function TypeTable() {
  const types = useTypes();
  const collections = useCollections() ?? [];
  const to = usePath();
  return (
    <table className="list-table">
      <thead>
        <tr>
          <th scope="col">Type</th>
          <th scope="col">Properties</th>
          <th scope="col">Used by</th>
        </tr>
      </thead>
      <tbody>
        {types.map(({ id, name, key, properties }) => (
          <tr key={id}>
            <td>
              <Link href={to("collections", "types", key)} className="row-link">
                <span className="truncate strong">{name}</span>
                <span className="mono small muted truncate">{key}</span>
              </Link>
            </td>
            <td className="mono small muted truncate">
              {properties.map((property) => property.key).join(", ") || "none"}
            </td>
            <td className="muted num">{counted(usesOf(collections, id).length, "part")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
