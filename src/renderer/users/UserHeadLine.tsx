import { Trash2 } from "lucide-react";
import { Link, useLocation } from "wouter";
import { useStore } from "zustand";
import type { User } from "../../core/user.ts";
import { useConsole } from "../page/console-context.ts";
import { useCommands, useMenuCommands } from "../page/use-commands.ts";
import { useHere, usePath, usePlace } from "../page/use-here.ts";
import { CopyButton } from "../parts/CopyButton.tsx";
import { MoreMenu } from "../parts/MoreMenu.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { SaveState } from "../saved/SaveState.tsx";
import type { EditedUser } from "./edited-user.ts";
import { deleteUser } from "./user-list.ts";

interface UserHeadLineProps {
  readonly edited: EditedUser;
  readonly user: User;
}

/** Who it is, where their edits stand, and what can be done with them. */
export function UserHeadLine({ edited: { saved }, user }: UserHeadLineProps) {
  const { canEdit } = useHere();
  const to = usePath();
  const [, navigate] = useLocation();
  const console = useConsole();
  const place = usePlace();
  const saving = useStore(saved.store, (state) => state.saving);
  const about = `user=${encodeURIComponent(user.id)}${user.kind === "visitor" ? "&kind=visitor" : ""}`;
  const preview = `${to("preview")}?${about}`;
  const persona = `${to("personas", "new")}?${about}`;
  const remove = () => {
    deleteUser(console, place, user);
    navigate(to("users"));
  };
  const items = [
    { label: "Make a persona", title: `Make a persona of ${user.id}`, run: () => navigate(persona) },
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
          {canEdit && (
            <SaveState
              saving={saving}
              onTryAgain={() => saved.tryAgain()}
              onDiscard={() => saved.takeTheirs()}
            />
          )}
        </>
      }
    >
      <Link className="btn" href={preview}>
        Preview as
      </Link>
      {canEdit && (
        <>
          <Link className="btn make-persona" href={persona}>
            Make a persona
          </Link>
          <MoreMenu label={`More for ${user.id}`} items={items} />
        </>
      )}
    </PageHead>
  );
}
