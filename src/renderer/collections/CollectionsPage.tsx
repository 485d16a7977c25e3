import "./collections.css";
import { useLocation } from "wouter";
import { keyPath, type Missing, type Named, stillNamedBy } from "../model/collection-address.ts";
import { makeCommand } from "../model/collection-commands.ts";
import { useConsole } from "../page/console-context.ts";
import { useCommands } from "../page/use-commands.ts";
import { useHere, usePath } from "../page/use-here.ts";
import { useList, useListProblem } from "../page/use-list.ts";
import { Empty, PageState, PageWaits } from "../parts/PageState.tsx";
import { GoneEdits } from "../saved/GoneEdits.tsx";
import { useCollections, useCollectionsState, useTypes } from "./collections-state.ts";
import { CollectionPage } from "./page/CollectionPage.tsx";
import { ExperiencePage } from "./page/ExperiencePage.tsx";
import { AllCollections, AllTypes } from "./page/ListPage.tsx";
import { SectionPage } from "./page/SectionPage.tsx";
import { CollectionsSide } from "./tree/CollectionsSide.tsx";
import { MakeDialog } from "./tree/MakeDialog.tsx";
import { makingsAt } from "./tree/MakeMenu.tsx";
import { TypePage } from "./types/TypePage.tsx";

/** Collections: the tree of all that can be shown to somebody, and beside it what is open. */
export function CollectionsPage() {
  const { collections: list, tribes, types: typeList } = useConsole();
  const { space, below } = useHere();
  const collections = useCollections();
  const types = useTypes();
  const typesLoaded = useList(typeList) !== null;
  const problem = useListProblem(list, typeList);
  const { named: before } = useCollectionsState();
  const load = () => void Promise.all([list.load(space.id), typeList.load(space.id), tribes.load(space.id)]);
  if (collections === null || !typesLoaded)
    return (
      <PageWaits
        page="Collections"
        title="The Collections could not be loaded"
        problem={problem}
        onRetry={load}
      />
    );
  const named = stillNamedBy({ root: space.id, before }, below, collections, types);
  return (
    <>
      <CollectionsSide collections={collections} named={named} />
      <Shown named={named} />
      <MakeDialog />
      <MakeCommands named={named} />
    </>
  );
}

function Shown({ named }: { readonly named: Named }) {
  switch (named.kind) {
    case "all":
      return <AllCollections />;
    case "types":
      return <AllTypes />;
    case "type":
      return <TypePage key={named.type.id} type={named.type} />;
    case "collection":
      return <CollectionPage key={named.collection.id} collection={named.collection} />;
    case "experience":
      return <ExperiencePage key={named.experience.id} placed={named} />;
    case "section":
      return <SectionPage key={named.section.id} placed={named} />;
    case "missing":
      return <NotHere key={named.what} missing={named} />;
    default:
      return named satisfies never;
  }
}

function NotHere({ missing: { what, within } }: { readonly missing: Missing }) {
  const to = usePath();
  return (
    <PageState page="Nothing at this address">
      <Empty
        title={`There is ${what}`}
        way={{
          words: `Show ${within.kind === "collection" ? within.collection.name : allOf[within.kind]}`,
          href: to("collections", ...keyPath(within)),
        }}
      >
        It may have been renamed or deleted, or the address belongs to another Space.
      </Empty>
      <GoneEdits />
    </PageState>
  );
}

const allOf = { all: "all Collections", types: "all Experience types" };

/** Offers what can be made here in the palette; `n` makes the nearest. */
function MakeCommands({ named }: { readonly named: Named }) {
  const { store } = useCollectionsState();
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
  return null;
}
