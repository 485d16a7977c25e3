import { Link } from "wouter";
import type { Experience } from "../../../core/collection.ts";
import type { ExperienceType } from "../../../core/experience-type.ts";
import type { ExperienceScenario, ExperienceServe } from "../../../core/scenario.ts";
import { idPath, type PlacedExperience } from "../../model/collection-address.ts";
import { useConsole } from "../../page/console-context.ts";
import { useHere, usePath } from "../../page/use-here.ts";
import { Button } from "../../parts/Button.tsx";
import { Table } from "../../parts/Table.tsx";
import { useAct } from "../../parts/use-form.ts";
import { type Edited, useSaved } from "../../saved/use-saved.ts";
import { say } from "../../stores/toasts-store.ts";
import { counted } from "../../text/format.ts";
import { ValueView } from "../../values/ValueView.tsx";
import { useTypes } from "../collections-state.ts";
import { shownByDefault } from "../part-actions.ts";
import { experiencePort, sectionPort, usePartPort } from "../part-ports.ts";
import { ExperienceServes } from "../scenarios/ExperienceServes.tsx";
import { PartScenarios } from "../scenarios/ScenarioList.tsx";
import { NameAndKey, useNewKey } from "./NameAndKey.tsx";
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

interface ExperiencePropertiesProps {
  readonly placed: PlacedExperience;
  readonly type: ExperienceType;
  readonly edited: Edited<Experience>;
}

/** What an Experience is called, and which properties its type gives it. */
function ExperienceProperties({ placed, type, edited }: ExperiencePropertiesProps) {
  const to = usePath();
  const value = edited.state.value ?? placed.experience;
  const setIn = (key: string) => value.scenarios.filter(({ serve }) => Object.hasOwn(serve.data, key)).length;
  return (
    <div className="editor-body">
      <NameAndKey value={value} edited={edited} onKey={useNewKey(idPath(placed), edited.edit)} />
      <div className="sec-head">
        <h2 className="heading">Properties</h2>
        <span className="muted small">
          from the type{" "}
          <Link className="link" href={to("collections", "types", type.key)}>
            {type.name}
          </Link>
          , the same for all Experiences of it
        </span>
      </div>
      <Table className="list-table is-inset" heads={["Key", "Type", "Default", "Set in"]}>
        {type.properties.map((property) => (
          <tr key={property.id}>
            <td className="mono truncate">{property.key}</td>
            <td className="muted">{property.type}</td>
            <td>
              <span className="value-cell">
                <ValueView property={property} value={property.default} />
              </span>
            </td>
            <td className="muted num">{counted(setIn(property.key), "scenario")}</td>
          </tr>
        ))}
      </Table>
      {type.properties.length === 0 && (
        <p className="direction">This type has no properties: it is on or off, and nothing else.</p>
      )}
    </div>
  );
}

/** Says that a Section shows an Experience to nobody, with the way to have it shown. */
function NotShown({ placed: { collection, section, experience } }: { readonly placed: PlacedExperience }) {
  const console = useConsole();
  const { space, canEdit } = useHere();
  const act = useAct();
  if (section === null) return null;
  if (section.scenarios.some(({ serve }) => serve.children.includes(experience.id))) return null;
  const failure = `${section.name} does not show it yet.`;
  const send = async () => {
    const where = { spaceId: space.id, collectionId: collection.id };
    const saved = console.saved.get(sectionPort(console, where, section.id));
    await saved.load();
    const { value, problem } = saved.store.getState();
    if (value === null) {
      say(console.toasts, `${failure} ${problem ?? "It is gone."}`);
      return {};
    }
    await saved.write({ scenarios: shownByDefault(value, experience.id) });
    say(console.toasts, `${section.name} shows it at the end of “${section.scenarios.at(-1)?.name}”`);
    // The button is gone with what it said.
    return { show: () => document.querySelector<HTMLElement>("h1")?.focus() };
  };
  return (
    <div className="not-shown">
      <span className="direction">{failure}</span>
      {canEdit && (
        <Button small onClick={() => act({ send, failure })}>
          Show it there
        </Button>
      )}
    </div>
  );
}
