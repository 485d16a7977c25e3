import { platformApi } from "../../core/api.ts";
import { exitCodes } from "../cli-error.ts";
import { print, printJson, visible } from "../output.ts";
import { connectAsOperator } from "../platform/platform-client.ts";

export interface AuditFlags {
  readonly data?: string;
  readonly json?: boolean;
  readonly limit?: number;
}

/** Prints who changed, published, signed in or was refused; the newest last. */
export async function audit({ data, json, limit = 50 }: AuditFlags): Promise<number> {
  const { path, answer } = platformApi.listAudit;
  const platform = await connectAsOperator(data);
  const { data: entries } = await platform.ask("GET", `${path}?limit=${limit}`, { answer });
  if (json) {
    printJson({ data: entries });
    return exitCodes.done;
  }
  for (const { at, account, by, action, path: where, status } of entries.reverse()) {
    const means = by === null ? "" : ` by ${by.kind}${by.id === null ? "" : ` ${by.id}`}`;
    const who = `${account?.name ?? "somebody"}${means}`;
    print(`${at}  ${status}  ${visible(who)}  ${action}  ${visible(where)}`);
  }
  if (entries.length === 0) print("Nothing yet.");
  return exitCodes.done;
}
