import type { Settings, SettingsPatch } from "../../core/settings.ts";
import { assertFresh } from "../http/bind-routes.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** Settings of the whole workspace. */
export class SettingsService {
  private readonly workspace: Workspace;

  constructor(workspace: Workspace) {
    this.workspace = workspace;
  }

  get(): Settings {
    const { github } = this.workspace.secrets.data;
    return {
      ...this.workspace.document.data.settings,
      github: github === null ? null : { clientId: github.clientId, baseUrl: github.baseUrl },
    };
  }

  async update(patch: SettingsPatch, ifMatch: string | null): Promise<Settings> {
    await this.workspace.document.update(({ settings }) => {
      assertFresh(ifMatch, this.get());
      if (patch.legacyApi !== undefined) settings.legacyApi = patch.legacyApi;
      if (patch.retentionDays !== undefined) settings.retentionDays = patch.retentionDays;
    });
    const { github } = patch;
    if (github !== undefined)
      await this.workspace.secrets.update((draft) => {
        draft.github = github;
      });
    this.workspace.announce({ kind: "workspace" });
    return this.get();
  }
}
