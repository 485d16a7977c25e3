import type { Experience } from "../../../core/collection.ts";
import type { ExperienceType } from "../../../core/experience-type.ts";
import type { ExperienceScenario, ExperienceServe } from "../../../core/scenario.ts";
import { type Edited, useSaved } from "../../parts/use-saved.ts";
import type { PlacedExperience } from "../model/collection-address.ts";
import { experiencePort } from "../part-ports.ts";
import { ExperienceServes } from "../scenarios/ExperienceServes.tsx";
import { PartScenarios } from "../scenarios/PartScenarios.tsx";
import { useTypes } from "../use-collections.ts";
import { usePartPort } from "../use-part-port.ts";
import { ExperienceProperties } from "./ExperienceProperties.tsx";
import { NotShown } from "./NotShown.tsx";
import { type PartContent, PartPage } from "./PartPage.tsx";

/** An Experience: its scenarios, its properties, its history, and how code reads it. */
export function ExperiencePage({ placed }: { readonly placed: PlacedExperience }) {
  const { collection, experience } = placed;
  const edited = useSaved(usePartPort(collection, experience.id, experiencePort), experience);
  const type = useTypes().find(({ id }) => id === experience.typeId);
  const content = type === undefined ? null : contentOf(placed, edited, type);
  return <PartPage placed={placed} edited={edited} content={content} />;
}

const contentOf = (
  placed: PlacedExperience,
  edited: Edited<Experience>,
  type: ExperienceType,
): PartContent => ({
  scenarios: (
    <>
      <NotShown placed={placed} />
      <PartScenarios<ExperienceServe>
        part={placed}
        now={() => edited.saved.store.getState().value?.scenarios ?? []}
        edit={(rows, mark) => edited.edit({ scenarios: [...rows] as ExperienceScenario[] }, mark)}
        errors={edited.errors}
        serves={(serves) => <ExperienceServes type={type} {...serves} />}
      />
    </>
  ),
  properties: <ExperienceProperties placed={placed} type={type} edited={edited} />,
  propertiesTab: { words: "Properties", count: type.properties.length },
});
