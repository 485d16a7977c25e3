import { Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { type Member, type Role, roles } from "../../core/organization.ts";
import { useConsole } from "../app/console-context.ts";
import { useCommands } from "../app/use-commands.ts";
import { useHere } from "../app/use-here.ts";
import { useOnReach } from "../app/use-on-reach.ts";
import { ColumnHeads } from "../parts/ColumnHeads.tsx";
import { Icon } from "../parts/Icon.tsx";
import { Select } from "../parts/Select.tsx";
import { changeRole, loadMembers, removeMember } from "../stores/members-store.ts";
import { NewMemberDialog } from "./NewMemberDialog.tsx";
import { Section } from "./Section.tsx";

const roleWords: Readonly<Record<Role, string>> = {
  viewer: "Viewer: looks",
  editor: "Editor: changes the model and publishes",
  owner: "Owner: changes people, keys and settings too",
};

/** Who may do what in the Space's Organization. */
export function MembersSection() {
  const { members: store, client } = useConsole();
  const { space, me, isOwner } = useHere();
  const { members, removing, problem } = useStore(store);
  const [adding, setAdding] = useState(false);
  const load = () => void loadMembers(store, client, space.orgId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once an Organization, and when the server answers again.
  useEffect(load, [store, space.orgId]);
  useOnReach(load);
  const organization = me.organizations.find(({ id }) => id === space.orgId);
  const add = {
    id: "settings/add-member",
    title: "Add a member…",
    group: "Settings",
    keywords: ["somebody"],
  };
  useCommands([{ ...add, run: () => setAdding(true) }], "owner");
  return (
    <Section
      id="people"
      about={`of ${organization?.name ?? "the Organization"}, for all of its Spaces`}
      action={
        isOwner && (
          <button type="button" className="btn btn-sm" onClick={() => setAdding(true)}>
            <Icon of={Plus} size={14} />
            Add somebody…
          </button>
        )
      }
    >
      {problem !== null && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
      {members !== null && (
        <table className="set-table">
          <ColumnHeads of={["Name", "E-mail", "Role", { unseen: "Actions" }]} />
          <tbody>
            {members
              .filter(({ accountId }) => !removing.has(accountId))
              .map((member) => (
                <MemberRow key={member.accountId} member={member} />
              ))}
          </tbody>
        </table>
      )}
      {adding && <NewMemberDialog onClose={() => setAdding(false)} roleWords={roleWords} />}
    </Section>
  );
}

function MemberRow({ member }: { readonly member: Member }) {
  const { members, removals, client } = useConsole();
  const { isOwner, me } = useHere();
  const isMe = member.accountId === me.account.id;
  return (
    <tr>
      <td className="strong truncate" title={member.name}>
        {member.name}
        {isMe && <span className="direction"> you</span>}
      </td>
      <td className="truncate">{member.email ?? <span className="direction">none</span>}</td>
      <td>
        {isOwner && !isMe ? (
          <Select
            aria-label={`Role of ${member.name}`}
            value={member.role}
            options={roles.map((role) => [role, roleWords[role]] as const)}
            onChange={(role) => void changeRole(members, client, member, role)}
          />
        ) : (
          roleWords[member.role]
        )}
      </td>
      <td className="r">
        {isOwner && !isMe && (
          <button
            type="button"
            className="btn btn-sm btn-danger"
            aria-label={`Remove ${member.name}`}
            onClick={() => removeMember(members, removals, client, member)}
          >
            Remove
          </button>
        )}
      </td>
    </tr>
  );
}
