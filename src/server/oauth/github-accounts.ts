import { beginningOf } from "../../core/characters.ts";
import { newId } from "../workspace/new-id.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { GitHubPerson } from "./github-client.ts";

/**
 * The account of somebody at a GitHub: the one with their number there; else the one that was invited by an address
 * which that GitHub has verified; else a new one, in no Organization. The number decides, never the name, which can be
 * given to another. The operator's own account is never taken by an address.
 *
 * @param origin the GitHub that says so: numbers of two of them have nothing to do with each other
 */
export async function accountOfGitHub(
  workspace: Workspace,
  origin: string,
  { id, name, emails }: GitHubPerson,
): Promise<string> {
  const known = workspace.document.data.accounts.find((one) => isAt(one.github, origin, id));
  if (known !== undefined) return known.id;
  const accountId = await workspace.document.update((draft) => {
    const [, ...others] = draft.accounts;
    const found =
      draft.accounts.find((one) => isAt(one.github, origin, id)) ??
      others.find(
        ({ email, github, invitedAt = origin }) =>
          email !== null &&
          github === undefined &&
          invitedAt === origin &&
          emails.includes(email.toLowerCase()),
      );
    if (found !== undefined) {
      found.github = { origin, id };
      return found.id;
    }
    const made = {
      id: newId("acc"),
      name: beginningOf(name.trim(), 200) || `GitHub ${id}`,
      email: null,
      createdAt: new Date().toISOString(),
      github: { origin, id },
    };
    draft.accounts.push(made);
    return made.id;
  });
  workspace.announce({ kind: "workspace" });
  return accountId;
}

const isAt = (
  github: { readonly origin: string; readonly id: number } | undefined,
  origin: string,
  id: number,
): boolean => github?.origin === origin && github.id === id;
