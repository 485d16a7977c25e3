import { useRef, useState } from "react";
import { useLocation } from "wouter";
import { useStore } from "zustand";
import type { Collection, Section } from "../../../core/collection.ts";
import type { ExperienceType } from "../../../core/experience-type.ts";
import { Gone } from "../../api/api-problem.ts";
import { keyPath } from "../../model/collection-address.ts";
import { useHere, usePath } from "../../page/use-here.ts";
import { Button } from "../../parts/Button.tsx";
import { NameField, SelectField } from "../../parts/Field.tsx";
import { FormDialog } from "../../parts/FormDialog.tsx";
import { useForm, useTypedForm } from "../../parts/use-form.ts";
import { nameMissing } from "../../text/too-long.ts";
import { type Making, useCollections, useCollectionsState, useTypes } from "../collections-state.ts";
import { useActions } from "../part-actions.ts";

const words: Readonly<Record<Making["kind"], { readonly noun: string; readonly about: string }>> = {
  collection: {
    noun: "Collection",
    about: "A Collection groups what is published together, such as one page of an app.",
  },
  experience: {
    noun: "Experience",
    about: "An Experience is one component that you control: on or off, and its data, for each audience.",
  },
  section: {
    noun: "Section",
    about:
      "A Section is an ordered list of Experiences; which of them it shows is decided for each audience.",
  },
  type: {
    noun: "Experience type",
    about: "A type says which properties an Experience has, such as a headline and a colour.",
  },
};

/** Asks what it takes to make something new, makes it, and goes there. */
export function MakeDialog() {
  const { store } = useCollectionsState();
  const making = useStore(store, (state) => state.making);
  return making !== null && <MakeForm making={making} />;
}

function MakeForm({ making }: { readonly making: Making }) {
  const { store } = useCollectionsState();
  const { space } = useHere();
  const [, navigate] = useLocation();
  const { noun, about } = words[making.kind];
  const kept = useTypedForm(`make/${space.id}/${Object.values(making).join("/")}`);
  const [name, setName] = kept.field("name");
  const place = usePlaceOf(making);
  const types = useTypes();
  const offered =
    place.section === null ? types : types.filter(({ id }) => place.section?.typeIds.includes(id));
  const [chosen, setTypeIds] = useState<readonly string[] | null>(null);
  const typeIds = chosen ?? offered.slice(0, 1).map(({ id }) => id);
  const make = useMake(making, place);
  const made = useRef(false);
  const close = () => store.setState({ making: null });
  const form = useForm({
    missing: () => nameMissing(name, `Give the ${noun} a name.`),
    send: async () => {
      const href = await make(name.trim(), typeIds);
      kept.forget();
      const show = () => {
        made.current = true;
        close();
        navigate(href);
      };
      return { show, said: `Created “${name.trim()}”`, way: { words: "Show it", href } };
    },
    failure: `The ${noun} “${name.trim()}” was not created.`,
    about: making.kind === "collection" || making.kind === "type" ? "This Space" : undefined,
  });
  const returnTo = {
    get current() {
      // A type is nothing yet without its properties.
      if (!made.current) return null;
      return (
        document.querySelector<HTMLElement>(".add-property input") ??
        document.querySelector<HTMLElement>("h1")
      );
    },
  };
  return (
    <FormDialog
      form={form}
      onClose={close}
      returnTo={returnTo}
      title={`New ${noun}`}
      about={about}
      act={`Create ${noun}`}
      // Without a type the field itself says what to do first.
      disabled={making.kind === "experience" && typeIds.length === 0}
    >
      <NameField
        value={name}
        error={form.fieldError}
        hint={
          making.kind === "type" ? "Its properties come next." : "Its key, used in code, is made from it."
        }
        onChange={setName}
      />
      {making.kind === "experience" && (
        <TypeField offered={offered} value={typeIds[0] ?? ""} onChange={(id) => setTypeIds([id])} />
      )}
      {making.kind === "section" && <TypeChoices types={types} chosen={typeIds} onChange={setTypeIds} />}
    </FormDialog>
  );
}

interface TypeFieldProps {
  readonly offered: readonly { readonly id: string; readonly name: string }[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}

function TypeField({ offered, value, onChange }: TypeFieldProps) {
  const { store } = useCollectionsState();
  if (offered.length === 0)
    return (
      <div className="consequence">
        <p>There is no Experience type yet. A type says which properties an Experience has.</p>
        <Button small onClick={() => store.setState({ making: { kind: "type" } })}>
          New Experience type
        </Button>
      </div>
    );
  return (
    <SelectField
      label="Type"
      hint="Says which properties it has."
      value={value}
      options={offered.map(({ id, name }) => [id, name] as const)}
      onChange={onChange}
    />
  );
}

interface MakingPlace {
  readonly collection: Collection | null;
  readonly section: Section | null;
}

function usePlaceOf(making: Making): MakingPlace {
  const collections = useCollections() ?? [];
  const collectionId = "collectionId" in making ? making.collectionId : null;
  const sectionId = making.kind === "experience" ? making.sectionId : null;
  const collection = collections.find(({ id }) => id === collectionId) ?? null;
  return { collection, section: collection?.sections.find(({ id }) => id === sectionId) ?? null };
}

/** Makes it, and says where it is. @throws ApiProblem with the reason */
function useMake(making: Making, { collection, section }: MakingPlace) {
  const actions = useActions();
  const to = usePath();
  return async (name: string, typeIds: readonly string[]): Promise<string> => {
    if (making.kind === "collection") {
      const made = await actions.createCollection(name);
      return to("collections", ...keyPath({ kind: "collection", collection: made }));
    }
    if (making.kind === "type") return to("collections", "types", (await actions.createType(name)).key);
    if (collection === null) throw new Gone();
    const above = keyPath({ kind: "collection", collection });
    if (making.kind === "section") {
      const body = { name, typeIds: [...typeIds], experiences: [] };
      const made = await actions.createSection(collection, body);
      // Its Experiences come next.
      return `${to("collections", ...above, made.key)}?tab=properties`;
    }
    if (making.sectionId !== null && section === null) throw new Gone();
    const body = { name, typeId: typeIds[0] ?? "" };
    const made =
      section === null
        ? await actions.createExperience(collection, body)
        : await actions.createInSection(collection, section, body);
    const path = to("collections", ...above, ...(section === null ? [] : [section.key]), made.key);
    return `${path}?${new URLSearchParams({ scenario: made.scenarios[0]?.id ?? "" })}`;
  };
}

interface TypeChoicesProps {
  readonly types: readonly ExperienceType[];
  readonly chosen: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
  /** Why a type cannot be left out, where something of it is there. */
  readonly held?: (id: string) => string | null;
}

/** Which types of Experience a Section takes. */
export function TypeChoices({ types, chosen, onChange, held }: TypeChoicesProps) {
  return (
    <fieldset className="type-choices">
      <legend className="label">Takes Experiences of</legend>
      {types.length === 0 && (
        <p className="direction small">There is no type yet. Create one, then choose it here.</p>
      )}
      {types.map(({ id, name }) => {
        const on = chosen.includes(id);
        const why = on ? (held?.(id) ?? null) : null;
        return (
          <label key={id} className="check">
            <input
              type="checkbox"
              checked={on}
              disabled={why !== null}
              onChange={() => onChange(on ? chosen.filter((one) => one !== id) : [...chosen, id])}
            />
            {name}
            {why !== null && <span className="direction small">{why}</span>}
          </label>
        );
      })}
    </fieldset>
  );
}
