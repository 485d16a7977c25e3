import { FolderError } from "../../server/code-folder/folder-error.ts";
import { CliError } from "../cli-error.ts";

/** Does the work; a FolderError becomes a CliError. @throws CliError */
export async function asCliErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof FolderError)) throw error;
    throw new CliError(error.message, error.code === undefined ? {} : { code: error.code });
  }
}
