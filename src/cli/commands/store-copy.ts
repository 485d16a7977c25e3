import { copyStore } from "../../server/copy-store.ts";
import { exitCodes } from "../cli-error.ts";
import { counted, paint, print, printAside, printJson } from "../output.ts";

export interface StoreCopyFlags {
  readonly from: string;
  readonly to: string;
  readonly json?: boolean;
}

/** Copies everything between a data folder and a database. @throws StartError that says what is in the way */
export async function storeCopy({ from, to, json = false }: StoreCopyFlags): Promise<number> {
  const copied = await copyStore(from, to, (line) => {
    if (!json) printAside(paint(`${line} …`, "dim", process.stderr));
  });
  const { events, rejected, users, documents, sha256 } = copied;
  if (json) printJson(copied);
  else
    print(
      `${paint("✓", "green")} ${counted(events, "event")}, ${counted(rejected, "refused one")}, ${counted(users, "user")} and ${counted(documents, "document")} are copied, and read back the same (sha256 ${sha256.slice(0, 16)}…).`,
    );
  return exitCodes.done;
}
