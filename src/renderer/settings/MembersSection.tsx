import { Plus } from "lucide-react";
import { useState } from "react";
import { type Member, type Role, roles } from "../../core/organization.ts";
import { ApiProblem, inWords, isGone } from "../api/api-problem.ts";
import { changeAtOnce, everyPageQuery } from "../api/queries.ts";
import { useConsole } from "../page/console-context.ts";
import { useCommands } from "../page/use-commands.ts";
import { useHere } from "../page/use-here.ts";
import { useHidden } from "../page/use-list.ts";
import { useEveryPage } from "../page/use-route.ts";
import { Button } from "../parts/Button.tsx";
import { NameField, ProblemLine, SelectField, TextField } from "../parts/Field.tsx";
import { FormDialog } from "../parts/FormDialog.tsx";
import { Select } from "../parts/Select.tsx";
import { Table } from "../parts/Table.tsx";
import { useForm, useRefusal, useTypedForm } from "../parts/use-form.ts";
import type { FormProblem } from "../stores/form-store.ts";
import { offerUndo, say } from "../stores/toasts-store.ts";
import { nameMissing } from "../text/too-long.ts";
import { roleOption, roleWords } from "./role-words.ts";
import { SecretModal } from "./SecretModal.tsx";
import { Section } from "./Section.tsx";

/** Who may do what in the Space's Organization. */
export function MembersSection() {
  const { space, me, isOwner } = useHere();
  const { data: members, error } = useEveryPage("listMembers", { params: { orgId: space.orgId } });
  const [refused, setRefused] = useRefusal("A role was not changed.");
  const hidden = useHidden();
  const [adding, setAdding] = useState(false);
  const problem = error ?? refused;
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
          <Button small icon={Plus} onClick={() => setAdding(true)}>
            Add somebody…
          </Button>
        )
      }
    >
      {problem !== null && <ProblemLine>{inWords(problem)}</ProblemLine>}
      {members !== undefined && (
        <Table className="set-table" heads={["Name", "E-mail", "Role", { unseen: "Actions" }]}>
          {members
            .filter(({ accountId }) => !hidden.has(removalOf(accountId)))
            .map((member) => (
              <MemberRow key={member.accountId} member={member} onRefused={setRefused} />
            ))}
        </Table>
      )}
      {adding && <NewMemberDialog onClose={() => setAdding(false)} />}
    </Section>
  );
}

/** What somebody's removal is called among the removals. */
const removalOf = (accountId: string): string => `member/${accountId}`;

interface MemberRowProps {
  readonly member: Member;
  readonly onRefused: (reason: unknown) => void;
}

function MemberRow({ member, onRefused }: MemberRowProps) {
  const { removals, client, queries, toasts } = useConsole();
  const { isOwner, me, space } = useHere();
  const { accountId } = member;
  const isMe = accountId === me.account.id;
  const params = { orgId: space.orgId, accountId };
  const read = everyPageQuery(client, "listMembers", { params: { orgId: space.orgId } });
  const put = (role: Role) => (all: readonly Member[]) =>
    all.map((one) => (one.accountId === accountId ? { ...one, role } : one));
  const give = (role: Role, before: Role) => {
    onRefused(null);
    return changeAtOnce<readonly Member[]>(queries, read, {
      show: put(role),
      takeBack: put(before),
      send: () => client.call("updateMember", { params, body: { role } }),
    });
  };
  const changeRole = (role: Role) =>
    give(role, member.role)
      .then(() =>
        offerUndo(toasts, `${member.name} is ${role === "viewer" ? "a" : "an"} ${role} now`, {
          undo: () => void give(member.role, role).catch(onRefused),
        }),
      )
      .catch(onRefused);
  const remove = () =>
    removals.offer({
      key: removalOf(accountId),
      said: `Removed ${member.name}`,
      refused: `${member.name} is still a member.`,
      remove: (options) => client.call("removeMember", { params, ...options }),
      drop: () => queries.refetchQueries({ queryKey: read.queryKey }),
    });
  return (
    <tr>
      <td className="strong truncate">
        {member.name}
        {isMe && <span className="direction"> you</span>}
      </td>
      <td className="truncate">{member.email ?? <span className="direction">none</span>}</td>
      <td>
        {isOwner && !isMe ? (
          <Select
            aria-label={`Role of ${member.name}`}
            value={member.role}
            options={roles.map(roleOption)}
            onChange={changeRole}
          />
        ) : (
          roleWords[member.role]
        )}
      </td>
      <td className="r">
        {isOwner && !isMe && (
          <Button look="danger" small aria-label={`Remove ${member.name}`} onClick={remove}>
            Remove
          </Button>
        )}
      </td>
    </tr>
  );
}

/** Adds somebody to the Organization: a local account, which its person enters by the code of the invitation, shown this once. */
function NewMemberDialog({ onClose }: { readonly onClose: () => void }) {
  const { client, toasts } = useConsole();
  const { orgId } = useHere().space;
  const [code, setCode] = useState<string | null>(null);
  const kept = useTypedForm(`member/${orgId}`);
  const [name, setName] = kept.field("name");
  const [email, setEmail] = kept.field("email");
  const [accountId, setAccountId] = kept.field("accountId");
  const [role, setRole] = useState<Role>("editor");
  const isThere = accountId.trim() !== "";
  const form = useForm({
    missing: () => (isThere ? null : nameMissing(name, "Give them a name.")),
    send: async () => {
      const person = isThere
        ? { accountId: accountId.trim(), role }
        : { name: name.trim(), role, ...(email.trim() !== "" && { email: email.trim() }) };
      const { invitation, name: called } = await client.call("addMember", {
        params: { orgId },
        body: person,
      });
      kept.forget();
      if (invitation !== null) return { show: () => setCode(invitation.code), said: unread(called) };
      say(toasts, `Added ${called}`);
      return { show: onClose };
    },
    refused: (reason) => refusalOf(reason, isThere),
    failure: `${isThere ? "The account" : name.trim()} was not added.`,
  });
  const at = (field: string) => ((form.problem?.field ?? "name") === field ? form.fieldError : null);
  if (code !== null)
    return (
      <SecretModal
        title="Give them this code"
        about="The sign-in page asks for it once, within 14 days. It is not shown again."
        noun="invitation"
        secret={code}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Add somebody"
      about="They get an account of this workspace. Sign-in with GitHub finds them by their e-mail address."
      act="Add to the Organization"
    >
      <NameField value={name} error={at("name")} hint="As everybody here sees it." onChange={setName} />
      <TextField
        label="E-mail"
        type="email"
        hint="Optional."
        error={at("email")}
        value={email}
        onChange={setEmail}
      />
      <TextField
        label="Account id"
        code
        hint="For somebody in another Organization: their Settings show it, and nothing else is needed."
        error={at("accountId")}
        value={accountId}
        onChange={setAccountId}
      />
      <SelectField label="Role" value={role} options={roles.map(roleOption)} onChange={setRole} />
    </FormDialog>
  );
}

const unread = (name: string): string =>
  `Added ${name}, whose invitation nobody has read: remove them and add them again`;

/** The server says which field it refuses. */
function refusalOf(reason: unknown, isThere: boolean): FormProblem {
  if (!(reason instanceof ApiProblem)) return { words: inWords(reason) };
  const [about] = reason.errors;
  const isUnknown = isThere && isGone(reason);
  if (about === undefined) return { words: inWords(reason), ...(isUnknown && { field: "accountId" }) };
  const field = about.path === "/accountId" ? "accountId" : about.path === "/email" ? "email" : "name";
  return { field, words: `It ${about.detail}.` };
}
