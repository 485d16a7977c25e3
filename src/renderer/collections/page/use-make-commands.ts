import { useLocation } from "wouter";
import { useCommands } from "../../app/use-commands.ts";
import { usePath } from "../../app/use-here.ts";
import type { Named } from "../model/collection-address.ts";
import { makeCommand } from "../model/collection-commands.ts";
import { makingsAt } from "../tree/MakeMenu.tsx";
import { useDesk } from "../use-collections.ts";

/** Offers what can be made here in the palette; `n` makes the nearest. */
export function useMakeCommands(named: Named): void {
  const { store } = useDesk();
  const [, navigate] = useLocation();
  const to = usePath();
  const nearest = named.kind === "types" || named.kind === "type" ? "type" : null;
  const makings = makingsAt(named);
  const first = nearest === null ? 0 : makings.findIndex(({ making }) => making.kind === nearest);
  const makes = makings.map(({ label, making }, index) => ({
    ...makeCommand(label),
    ...(index === first && { keys: "n" }),
    run: () => store.setState({ making }),
  }));
  useCommands(makes, "editor");
  useCommands([
    {
      id: "collections/types",
      title: "Open the Experience types",
      group: "Collections",
      run: () => navigate(to("collections", "types")),
    },
  ]);
}
