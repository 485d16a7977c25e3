import type { Section } from "../../../core/collection.ts";
import type { SectionScenario, SectionServe } from "../../../core/scenario.ts";
import { useConsole } from "../../app/console-context.ts";
import { useHere } from "../../app/use-here.ts";
import { type Edited, useSaved } from "../../parts/use-saved.ts";
import type { PlacedSection } from "../model/collection-address.ts";
import { sectionPort } from "../part-ports.ts";
import { PartScenarios } from "../scenarios/PartScenarios.tsx";
import { SectionServes } from "../scenarios/SectionServes.tsx";
import { usePartPort } from "../use-part-port.ts";
import { type PartContent, PartPage } from "./PartPage.tsx";
import { SectionProperties } from "./SectionProperties.tsx";

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
