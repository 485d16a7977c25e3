import { Trash2 } from "lucide-react";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { useStore } from "zustand";
import type { ExperienceType } from "../../../core/experience-type.ts";
import type { FieldError } from "../../../core/problem.ts";
import { jsonEqual } from "../../../core/publishing/json-equal.ts";
import { flagKey, itemOf, keyPath } from "../../model/collection-address.ts";
import { errorWords } from "../../model/error-words.ts";
import { useConsole } from "../../page/console-context.ts";
import { useHere, usePath } from "../../page/use-here.ts";
import { DialogFoot, Modal } from "../../parts/Modal.tsx";
import { MoreMenu, useMenuCommands } from "../../parts/MoreMenu.tsx";
import { PageHead } from "../../parts/PageHead.tsx";
import { ConflictDialog } from "../../saved/ConflictChoice.tsx";
import { HandSave, handSaveWords, isEdited, isRefused } from "../../saved/HandSave.tsx";
import type { Edited } from "../../saved/use-saved.ts";
import { counted } from "../../text/format.ts";
import { forgetTexts, textsOf } from "../../values/typed-texts.ts";
import { useCollections, useCollectionsState } from "../collections-state.ts";
import { usesOf } from "./property-edits.ts";
import { typeErrors } from "./type-port.ts";

interface TypeHeadProps {
  readonly type: ExperienceType;
  readonly edited: Edited<ExperienceType>;
}

/** The head of a type's page: its name, what of it is changed and not saved, Discard edit and Save. */
export function TypeHead({ type, edited }: TypeHeadProps) {
  const to = usePath();
  const { typedTexts } = useCollectionsState();
  const { saved, state } = edited;
  const value = state.value ?? type;
  const [unread] = textsOf(useStore(typedTexts), value);
  const [problem] = typeProblems(edited);
  const wrong =
    unread !== undefined
      ? `${unread.name} ${unread.problem}`
      : problem === undefined
        ? null
        : errorWords(problem, value);
  return (
    <PageHead
      title={value.name || type.name}
      crumbs={[{ name: "Experience types", href: to("collections", "types") }]}
      about={
        <span className="mono muted small flag-key truncate" title={type.key}>
          {type.key}
        </span>
      }
    >
      <HandSave
        edited={edited}
        what="type"
        group="Collections"
        words={wrong === null ? standsAt(edited) : `Not saved: ${wrong}`}
        isWrong={isRefused(state) || wrong !== null}
        isEdited={isEdited(state) || unread !== undefined}
        canSave={wrong === null}
        onDiscard={() => forgetTexts(typedTexts, type.id)}
      >
        <TypeMenu type={type} />
      </HandSave>
      <ConflictDialog saved={saved} name={value.name} />
    </PageHead>
  );
}

/** What speaks against saving it: as far as can be told here, and what the server said. */
export const typeProblems = ({ saved, state, errors }: Edited<ExperienceType>): readonly FieldError[] =>
  state.saving.state === "edited" ? typeErrors(saved.pending) : errors;

const standsAt = ({ state: { saving, server, value } }: Edited<ExperienceType>): string =>
  saving.state === "edited" && server !== null && value !== null
    ? changeWords(server, value)
    : handSaveWords(saving);

/** What an edit changes: "2 changes: headline, size". */
function changeWords(before: ExperienceType, after: ExperienceType): string {
  const old = new Map(before.properties.map((one) => [one.id, one]));
  const isThere = (id: string) => after.properties.some((one) => one.id === id);
  const stays = (list: ExperienceType["properties"]) =>
    list.map(({ id }) => id).filter((id) => old.has(id) && isThere(id));
  const changed = [
    ...(before.name === after.name ? [] : ["name"]),
    ...(before.key === after.key ? [] : ["key"]),
    ...after.properties.filter((one) => !jsonEqual(one, old.get(one.id))).map(({ key }) => key),
    ...before.properties.filter(({ id }) => !isThere(id)).map(({ key }) => `${key} deleted`),
    ...(jsonEqual(stays(before.properties), stays(after.properties)) ? [] : ["order"]),
  ];
  return `${counted(changed.length, "change")}: ${changed.join(", ")}`;
}

/** Deleting is refused in words where something uses the type; else it can be undone. */
function TypeMenu({ type }: { readonly type: ExperienceType }) {
  const { types, removals, client } = useConsole();
  const { space, canEdit } = useHere();
  const collections = useCollections() ?? [];
  const [, navigate] = useLocation();
  const to = usePath();
  const [refused, setRefused] = useState(false);
  const uses = usesOf(collections, type.id);
  const remove = () => {
    if (uses.length > 0) return setRefused(true);
    const params = { spaceId: space.id, typeId: type.id };
    types.delete(removals, space.id, type, ({ keepalive }) =>
      client.call("deleteExperienceType", { params, keepalive }),
    );
    navigate(to("collections", "types"));
  };
  const items = [{ label: "Delete", icon: Trash2, danger: true, run: remove }];
  useMenuCommands("Collections", type.name, items);
  if (!canEdit) return null;
  return (
    <>
      <MoreMenu label={`More for ${type.name}`} items={items} />
      {refused && (
        <Modal
          onClose={() => setRefused(false)}
          title={`${type.name} is in use`}
          about="Delete these first, or remove the type from them:"
        >
          <div className="dialog-body">
            <ul>
              {uses.map((part) => (
                <li key={itemOf(part).id}>
                  <Link className="link link-row in-use" href={to("collections", ...keyPath(part))}>
                    {flagKey(part)}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
          <DialogFoot keep="Close" onKeep={() => setRefused(false)} />
        </Modal>
      )}
    </>
  );
}
