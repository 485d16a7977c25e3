import type { EnvironmentKey } from "../../core/primitives.ts";
import { connect } from "../platform/platform-client.ts";
import { spaceToUse } from "../project/space-to-use.ts";

/** The flags of every `events` command. `filters` has the API's filters, by their names there. */
export interface EventFlags {
  readonly environment: EnvironmentKey;
  readonly space?: string;
  readonly project?: string;
  readonly data?: string;
  readonly json?: boolean;
  readonly filters: Readonly<Record<string, string | readonly string[]>>;
}

/** Signs in, and finds the environment that the flags name. */
export async function place(flags: EventFlags) {
  const client = await connect(flags.data);
  const spaceId = await spaceToUse(client, flags);
  return { client, params: { spaceId, envKey: flags.environment } };
}

export function queryOf(filters: EventFlags["filters"]): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters))
    for (const one of [value].flat()) query.append(name, one);
  return query;
}
