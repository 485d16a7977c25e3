import type { Precondition } from "../../core/precondition.ts";
import type { Settings, SettingsPatch } from "../../core/settings.ts";
import { assertFresh } from "../http/bind-routes.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { GitHubSecret } from "./github-secret.ts";

/** Settings of the whole workspace. */
export class SettingsService {
  private readonly workspace: Workspace;
  private readonly github: GitHubSecret;

  constructor(workspace: Workspace, github: GitHubSecret) {
    this.workspace = workspace;
    this.github = github;
  }

  get(): Settings {
    return { ...this.workspace.document.data.settings, github: this.github.told() };
  }

  async update(patch: SettingsPatch, precondition: Precondition | null): Promise<Settings> {
    const before = this.github.told()?.baseUrl;
    const moves = before !== undefined && patch.github !== undefined && patch.github?.baseUrl !== before;
    await this.workspace.document.update(({ settings, accounts }) => {
      assertFresh(precondition, this.get());
      // Who was invited by an address that one GitHub verified must not be signed in to by another GitHub.
      for (const account of moves ? accounts : [])
        if (account.email !== null && account.github === undefined) account.invitedAt ??= before;
      if (patch.legacyApi !== undefined) settings.legacyApi = patch.legacyApi;
      if (patch.retentionDays !== undefined) settings.retentionDays = patch.retentionDays;
    });
    if (patch.github !== undefined) await this.github.keep(patch.github);
    this.workspace.announce({ kind: "workspace" });
    return this.get();
  }
}
