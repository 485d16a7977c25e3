import { Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { type Member, type Role, roles } from "../../core/organization.ts";
import { useConsole } from "../app/console-context.ts";
import { useHere } from "../app/use-here.ts";
import { Icon } from "../parts/Icon.tsx";
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
  useEffect(() => void loadMembers(store, client, space.orgId), [store, client, space.orgId]);
  const organization = me.organizations.find(({ id }) => id === space.orgId);
  return (
    <Section
      title="People"
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
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">E-mail</th>
              <th scope="col">Role</th>
              <th scope="col">
                <span className="sr">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {members
              .filter(({ accountId }) => !removing.has(accountId))
              .map((member) => (
                <MemberRow key={member.accountId} member={member} />
              ))}
          </tbody>
        </table>
      )}
      <NewMemberDialog open={adding} onOpenChange={setAdding} roleWords={roleWords} />
    </Section>
  );
}

function MemberRow({ member }: { readonly member: Member }) {
  const { members, toasts, client } = useConsole();
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
          <select
            className="select"
            aria-label={`Role of ${member.name}`}
            value={member.role}
            onChange={(event) => {
              const role = roles.find((one) => one === event.target.value);
              if (role !== undefined) void changeRole(members, client, member, role);
            }}
          >
            {roles.map((role) => (
              <option key={role} value={role}>
                {roleWords[role]}
              </option>
            ))}
          </select>
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
            onClick={() => removeMember(members, toasts, client, member)}
          >
            Remove
          </button>
        )}
      </td>
    </tr>
  );
}
