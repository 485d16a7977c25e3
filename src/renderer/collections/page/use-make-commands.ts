import { useLocation } from "wouter";
import { useCommands } from "../../app/use-commands.ts";
import { useHere, usePath } from "../../app/use-here.ts";
import type { Named } from "../model/collection-address.ts";
import { makingsAt } from "../tree/MakeMenu.tsx";
import { useDesk } from "../use-collections.ts";

/** Offers what can be made here in the palette; `n` makes the nearest. */
export function useMakeCommands(named: Named): void {
  const { canEdit } = useHere();
  const { store } = useDesk();
  const [, navigate] = useLocation();
  const to = usePath();
  const nearest = named.kind === "types" || named.kind === "type" ? "type" : null;
  const makings = makingsAt(named);
  const first = nearest === null ? 0 : makings.findIndex(({ making }) => making.kind === nearest);
  const group = "Collections";
  const makes = makings.map(({ label, making }, index) => ({
    id: `collections/make/${label}`,
    title: label,
    group,
    ...(index === first && { keys: "n" }),
    run: () => store.setState({ making }),
  }));
  useCommands([
    ...(canEdit ? makes : []),
    {
      id: "collections/types",
      title: "Open the Experience types",
      group,
      run: () => navigate(to("collections", "types")),
    },
  ]);
}
