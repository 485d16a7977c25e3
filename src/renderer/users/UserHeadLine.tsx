import { Check, Minus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import type { Explanation } from "../../core/explanation.ts";
import type { User } from "../../core/user.ts";
import { useConsole } from "../page/console-context.ts";
import { useCommands } from "../page/use-commands.ts";
import { useHere, usePath, usePlace } from "../page/use-here.ts";
import { CopyButton } from "../parts/CopyButton.tsx";
import { Icon } from "../parts/Icon.tsx";
import { MoreMenu, useMenuCommands } from "../parts/MoreMenu.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { useIsWhole } from "../parts/use-virtual-rows.ts";
import { textsKey } from "../people/user-port.ts";
import { fewTribes, MoreTribes, noTribe } from "../rules/MoreTribes.tsx";
import { SaveState } from "../saved/SaveState.tsx";
import type { Edited } from "../saved/use-saved.ts";
import { useUnread } from "../values/use-typed.ts";
import { deleteUser } from "./user-list.ts";

interface UserHeadLineProps {
  readonly edited: Edited<User>;
  readonly user: User;
}

/** Who it is, where their edits stand, and what can be done with them. */
export function UserHeadLine({ edited: { saved, state }, user }: UserHeadLineProps) {
  const { canEdit } = useHere();
  const to = usePath();
  const [, navigate] = useLocation();
  const console = useConsole();
  const place = usePlace();
  const about = `user=${encodeURIComponent(user.id)}${user.kind === "visitor" ? "&kind=visitor" : ""}`;
  const preview = `${to("preview")}?${about}`;
  const persona = `${to("personas", "new")}?${about}`;
  const unread = useUnread(textsKey(place, user));
  const remove = () => {
    deleteUser(console, place, user);
    navigate(to("users"));
  };
  const items = [
    { label: "New persona", title: `New persona like ${user.id}`, run: () => navigate(persona) },
    null,
    { label: "Delete", icon: Trash2, danger: true, run: remove },
  ];
  useCommands([
    { id: "user/preview", title: `Preview as ${user.id}`, group: "Users", run: () => navigate(preview) },
  ]);
  useMenuCommands("Users", user.id, items);
  return (
    <PageHead
      title={user.id}
      crumbs={[{ name: "Users", href: to("users") }]}
      about={
        <>
          <span className="badge">{user.kind === "known" ? "User" : "Visitor"}</span>
          <CopyButton text={user.id} label="Copy id" />
          <SaveState saved={saved} saving={state.saving} unread={unread} />
        </>
      }
    >
      <Link className="btn" href={preview}>
        Preview as
      </Link>
      {canEdit && (
        <>
          <Link className="btn make-persona" href={persona}>
            New persona
          </Link>
          <MoreMenu label={`More for ${user.id}`} items={items} />
        </>
      )}
    </PageHead>
  );
}

interface UserTribesProps {
  /** Null until they are known. */
  readonly tribes: Explanation["tribes"] | null;
  readonly changed: ReadonlySet<string>;
  /** Whose reasons are open. */
  readonly chosen: string | null;
  readonly onShow: (id: string) => void;
}

/** The Tribes that somebody is in, then those that they are not in, folded where there are many; each opens why. */
export function UserTribes({ tribes, changed, chosen, onShow }: UserTribesProps) {
  const to = usePath();
  const [all, setAll] = useState(false);
  const isWhole = useIsWhole();
  if (tribes === null) return <span className="skeleton user-wait" />;
  if (tribes.length === 0)
    return (
      <p className="direction">
        This Space has no Tribes.{" "}
        <Link className="link" href={to("tribes", "new")}>
          Create one
        </Link>
      </p>
    );
  const { shown, more, many } = fewTribes(tribes, all || isWhole);
  return (
    <ul className="tribe-list">
      {shown.length === 0 && <li className="direction tribe-none">In {noTribe(more)}</li>}
      {shown.map(({ id, name, matched }) => (
        <li key={`${id}/${matched}`} className={changed.has(id) ? "is-new" : ""}>
          <button
            type="button"
            data-why={id}
            className={`tribe-row ${matched ? "is-in" : ""}`}
            aria-pressed={id === chosen}
            onClick={() => onShow(id)}
          >
            <Icon of={matched ? Check : Minus} size={14} />
            <span className="truncate" title={name}>
              {name}
            </span>
            <span className="direction">{matched ? "in it" : "not in it"}</span>
            <span className="why-link">Why</span>
          </button>
        </li>
      ))}
      {many && !isWhole && (
        <li className="tribe-none">
          <MoreTribes more={more} none={shown.length === 0} onToggle={() => setAll(!all)} />
        </li>
      )}
    </ul>
  );
}
