import { Plus } from "lucide-react";
import type { Section } from "../../../core/collection.ts";
import type { SectionScenario, SectionServe } from "../../../core/scenario.ts";
import { idPath, keyPath, type PlacedSection } from "../../model/collection-address.ts";
import { errorAt } from "../../model/error-words.ts";
import { useConsole } from "../../page/console-context.ts";
import { useHere, usePath } from "../../page/use-here.ts";
import { Button } from "../../parts/Button.tsx";
import { ProblemLine } from "../../parts/Field.tsx";
import { Empty } from "../../parts/PageState.tsx";
import { Table } from "../../parts/Table.tsx";
import { type Edited, useSaved } from "../../saved/use-saved.ts";
import { counted } from "../../text/format.ts";
import { useCollectionsState, useTypes } from "../collections-state.ts";
import { sectionPort, usePartPort } from "../part-ports.ts";
import { PartScenarios } from "../scenarios/ScenarioList.tsx";
import { SectionServes } from "../scenarios/SectionServes.tsx";
import { TypeChoices } from "../tree/MakeDialog.tsx";
import { KeyedLink } from "./ListPage.tsx";
import { NameAndKey, useNewKey } from "./NameAndKey.tsx";
import { type PartContent, PartPage } from "./PartPage.tsx";

/** A Section: which of its Experiences it shows to whom, what it takes, its history, and how code reads it. */
export function SectionPage({ placed }: { readonly placed: PlacedSection }) {
  const { collection, section } = placed;
  const listed = useListedSection(section.id, collection.id) ?? section;
  const edited = useSaved(usePartPort(collection, section.id, sectionPort), listed);
  return <PartPage placed={placed} edited={edited} content={contentOf(placed, edited)} />;
}

const contentOf = (placed: PlacedSection, edited: Edited<Section>): PartContent => ({
  scenarios: (
    <PartScenarios<SectionServe>
      part={placed}
      now={() => edited.saved.store.getState().value?.scenarios ?? []}
      edit={(rows, mark) => edited.edit({ scenarios: [...rows] as SectionScenario[] }, mark)}
      errors={edited.errors}
      serves={(serves) => <SectionServes placed={placed} {...serves} />}
    />
  ),
  properties: <SectionProperties placed={placed} edited={edited} />,
  propertiesTab: { words: "Experiences", count: placed.section.experiences.length },
});

/** The Section as the server has it, with what is being deleted in it: its ETag is of that. */
function useListedSection(id: string, collectionId: string): Section | undefined {
  const { collections } = useConsole();
  const { space } = useHere();
  const all = collections.known(space.id);
  return all?.find((one) => one.id === collectionId)?.sections.find((one) => one.id === id);
}

interface SectionPropertiesProps {
  readonly placed: PlacedSection;
  readonly edited: Edited<Section>;
}

/** What a Section is called, which types it takes, and the Experiences that it has to show. */
function SectionProperties({ placed, edited }: SectionPropertiesProps) {
  const { canEdit } = useHere();
  const { store } = useCollectionsState();
  const types = useTypes();
  const value = edited.state.value ?? placed.section;
  const { collection, section } = placed;
  const make = () =>
    store.setState({
      making: { kind: "experience", collectionId: collection.id, sectionId: section.id },
    });
  const held = (id: string) => {
    const n = section.experiences.filter(({ typeId }) => typeId === id).length;
    return n === 0 ? null : `${counted(n, "Experience")} of it ${n === 1 ? "is" : "are"} here`;
  };
  const typesError = errorAt(edited.errors, ["typeIds"]);
  const button = (
    <Button small icon={Plus} onClick={make}>
      New Experience
    </Button>
  );
  return (
    <div className="editor-body">
      <NameAndKey value={value} edited={edited} onKey={useNewKey(idPath(placed), edited.edit)} />
      {canEdit ? (
        <TypeChoices
          types={types}
          chosen={value.typeIds}
          held={held}
          onChange={(typeIds) => edited.edit({ typeIds: [...typeIds] }, "typeIds")}
        />
      ) : (
        <p>
          Takes Experiences of{" "}
          {types
            .filter(({ id }) => value.typeIds.includes(id))
            .map(({ name }) => name)
            .join(", ") || "no type yet"}
          .
        </p>
      )}
      <ProblemLine>{typesError}</ProblemLine>
      <div className="sec-head">
        <h2 className="heading">Experiences</h2>
        <span className="muted small">scenarios choose which of them are shown, and in which order</span>
        <span className="spacer" />
        {canEdit && section.experiences.length > 0 && button}
      </div>
      {section.experiences.length === 0 ? (
        <Empty title="No Experience in it yet" action={canEdit ? button : undefined}>
          A Section shows Experiences of its types in an order. Create the first: everybody is shown it until
          scenarios choose.
        </Empty>
      ) : (
        <ExperienceTable placed={placed} />
      )}
    </div>
  );
}

function ExperienceTable({ placed }: { readonly placed: PlacedSection }) {
  const to = usePath();
  const types = useTypes();
  const { section } = placed;
  const shownIn = (id: string) => section.scenarios.filter(({ serve }) => serve.children.includes(id)).length;
  return (
    <Table className="list-table is-inset" heads={["Experience", "Type", "Shown by"]}>
      {section.experiences.map((experience) => (
        <tr key={experience.id}>
          <td>
            <KeyedLink
              href={to("collections", ...keyPath({ ...placed, kind: "experience", experience }))}
              of={experience}
            />
          </td>
          <td className="muted">{types.find(({ id }) => id === experience.typeId)?.name}</td>
          <td className="muted num">{counted(shownIn(experience.id), "scenario")}</td>
        </tr>
      ))}
    </Table>
  );
}
