import { Folder, List, Plus, RectangleHorizontal, Shapes } from "lucide-react";
import type { Named } from "../../model/collection-address.ts";
import { IconButton } from "../../parts/Button.tsx";
import { type MenuItem, MoreMenu } from "../../parts/MoreMenu.tsx";
import { type Making, useCollectionsState } from "../collections-state.ts";

/** What can be made from where one is. */
export function makingsAt(named: Named): readonly { readonly label: string; readonly making: Making }[] {
  const collection = "collection" in named ? named.collection : null;
  const section = "section" in named ? named.section : null;
  // A Section may be named as its Collection.
  const isSame = section?.name === collection?.name;
  const makings: { label: string; making: Making }[] = [];
  if (collection !== null && section !== null)
    makings.push({
      label: `New Experience in ${isSame ? "the Section " : ""}${section.name}`,
      making: { kind: "experience", collectionId: collection.id, sectionId: section.id },
    });
  if (collection !== null)
    makings.push(
      {
        label: `New Experience in ${isSame ? "the Collection " : ""}${collection.name}`,
        making: { kind: "experience", collectionId: collection.id, sectionId: null },
      },
      {
        label: `New Section in ${collection.name}`,
        making: { kind: "section", collectionId: collection.id },
      },
    );
  return [
    ...makings,
    { label: "New Collection", making: { kind: "collection" } },
    { label: "New Experience type", making: { kind: "type" } },
  ];
}

const icons = { collection: Folder, section: List, experience: RectangleHorizontal, type: Shapes };

/** Makes something new, near to what is open. */
export function MakeMenu({ named }: { readonly named: Named }) {
  const { store } = useCollectionsState();
  const items: MenuItem[] = makingsAt(named).map(({ label, making }) => ({
    label,
    icon: icons[making.kind],
    run: () => store.setState({ making }),
  }));
  return <MoreMenu label="New" items={items} trigger={<IconButton icon={Plus} label="New" size={16} />} />;
}
