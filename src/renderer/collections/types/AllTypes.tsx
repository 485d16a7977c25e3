import { usePath } from "../../page/use-here.ts";
import { ColumnHeads } from "../../parts/ColumnHeads.tsx";
import { counted } from "../../text/format.ts";
import { KeyedLink } from "../page/KeyedLink.tsx";
import { ListPage } from "../page/ListPage.tsx";
import { useCollections, useTypes } from "../use-collections.ts";
import { usesOf } from "./property-edits.ts";

/** Every Experience type of the Space. */
export function AllTypes() {
  const types = useTypes();
  const to = usePath();
  return (
    <ListPage
      title="Experience types"
      crumbs={[{ name: "Collections", href: to("collections") }]}
      noun="Experience type"
      making={{ kind: "type" }}
      isEmpty={types.length === 0}
      about="A type says which properties an Experience has, such as a headline, a colour and a link. Code gets a class for each type, with exactly these properties."
    >
      <TypeTable />
    </ListPage>
  );
}

function TypeTable() {
  const types = useTypes();
  const collections = useCollections() ?? [];
  const to = usePath();
  return (
    <table className="list-table">
      <ColumnHeads of={["Type", "Properties", "Used by"]} />
      <tbody>
        {types.map((type) => (
          <tr key={type.id}>
            <td>
              <KeyedLink href={to("collections", "types", type.key)} of={type} />
            </td>
            <td className="mono small muted truncate">
              {type.properties.map(({ key }) => key).join(", ") || "none"}
            </td>
            <td className="muted num">{counted(usesOf(collections, type.id).length, "part")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
