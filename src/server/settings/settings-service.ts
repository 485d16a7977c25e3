import type { Settings } from "../../core/settings.ts";
import { assertFresh } from "../http/bind-routes.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** Settings of the whole workspace. */
export class SettingsService {
  private readonly workspace: Workspace;

  constructor(workspace: Workspace) {
    this.workspace = workspace;
  }

  get(): Settings {
    return this.workspace.document.data.settings;
  }

  async update(
    patch: { [K in keyof Settings]?: Settings[K] | undefined },
    ifMatch: string | null,
  ): Promise<Settings> {
    const changed = await this.workspace.document.update(({ settings }) => {
      assertFresh(ifMatch, settings);
      if (patch.legacyApi !== undefined) settings.legacyApi = patch.legacyApi;
      if (patch.retentionDays !== undefined) settings.retentionDays = patch.retentionDays;
      return settings;
    });
    this.workspace.announce({ kind: "workspace" });
    return changed;
  }
}
