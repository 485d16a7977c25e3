import { createStore } from "zustand/vanilla";
import type { Member, Role } from "../../core/organization.ts";
import { inWords } from "../api/api-problem.ts";
import type { ApiClient } from "../api/client.ts";
import { everyPage } from "../api/every-page.ts";
import type { Removals } from "./removals.ts";
import { withOrWithout } from "./with-or-without.ts";

/** The people of one Organization. `removing` are hidden already, but still members until their toast is over. */
export interface MembersState {
  readonly orgId: string | null;
  readonly members: readonly Member[] | null;
  readonly removing: ReadonlySet<string>;
  readonly problem: string | null;
}

const nobody: MembersState = { orgId: null, members: null, removing: new Set(), problem: null };

export const createMembersStore = () => createStore<MembersState>(() => nobody);
export type MembersStore = ReturnType<typeof createMembersStore>;

/** Loads them; a failure keeps what is shown and says why. */
export async function loadMembers(store: MembersStore, client: ApiClient, orgId: string): Promise<void> {
  if (store.getState().orgId !== orgId) store.setState({ ...nobody, orgId }, true);
  try {
    const members = await everyPage((cursor) =>
      client.call("listMembers", { params: { orgId }, query: { limit: 200, cursor } }),
    );
    if (store.getState().orgId === orgId) store.setState({ members, problem: null });
  } catch (error) {
    if (store.getState().orgId === orgId) store.setState({ problem: inWords(error) });
  }
}

/** Adds somebody new by name. @throws ApiProblem with the reason */
export async function addMember(
  store: MembersStore,
  client: ApiClient,
  person: { readonly name: string; readonly email?: string; readonly role: Role },
): Promise<void> {
  const { orgId } = store.getState();
  if (orgId === null) return;
  const added = await client.call("addMember", { params: { orgId }, body: person });
  store.setState({ members: [...(store.getState().members ?? []), added] });
}

/** Shows another role at once and takes it back, with the reason, when the server refuses it. */
export async function changeRole(
  store: MembersStore,
  client: ApiClient,
  { accountId }: Member,
  role: Role,
): Promise<void> {
  const { orgId, members } = store.getState();
  if (orgId === null) return;
  const replaced = members?.map((one) => (one.accountId === accountId ? { ...one, role } : one)) ?? null;
  store.setState({ members: replaced, problem: null });
  try {
    await client.call("updateMember", { params: { orgId, accountId }, body: { role } });
  } catch (error) {
    store.setState({ members, problem: inWords(error) });
  }
}

/** Hides somebody at once and removes them when the undo has run out. */
export function removeMember(
  store: MembersStore,
  removals: Removals,
  client: ApiClient,
  { accountId, name }: Member,
): void {
  const { orgId } = store.getState();
  if (orgId === null) return;
  removals.offer({
    key: `member/${accountId}`,
    said: `Removed ${name}`,
    refused: `${name} is still a member.`,
    hide: (on) => store.setState({ removing: withOrWithout(store.getState().removing, accountId, on) }),
    remove: (options) => client.call("removeMember", { params: { orgId, accountId }, ...options }),
    drop: () => {
      const { members } = store.getState();
      store.setState({ members: members?.filter((one) => one.accountId !== accountId) ?? null });
    },
  });
}
