import type { EnvironmentKey } from "../../core/primitives.ts";
import type { Services } from "../services.ts";

/** The current API keys of a Space, by environment. */
export interface SpaceKeys {
  readonly key: string;
  readonly name: string;
  readonly keys: Readonly<Record<EnvironmentKey, string>>;
}

/** Those of every Space, the latest last, for the tray to copy. */
export const spaceKeys = ({ workspace, apiKeys }: Pick<Services, "workspace" | "apiKeys">): SpaceKeys[] =>
  workspace.spaces().map(({ data: { space } }) => {
    const keyOf = (environment: EnvironmentKey) => apiKeys.current({ spaceId: space.id, environment }).apiKey;
    return {
      key: space.key,
      name: space.name,
      keys: {
        development: keyOf("development"),
        staging: keyOf("staging"),
        production: keyOf("production"),
      },
    };
  });
