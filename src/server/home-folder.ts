import { homedir, userInfo } from "node:os";
import { isAbsolute } from "node:path";
import { StartError } from "./start-error.ts";

/** This person's own folder. @throws StartError where nobody knows one, as for a user without a name in a container */
export function homeFolder(): string {
  try {
    const home = homedir();
    // Below an empty or relative one things would be made wherever a command happens to run.
    return isAbsolute(home) ? home : userInfo().homedir;
  } catch {
    throw new StartError(
      "There is no home folder: HOME is not set, and the system knows none for this user. Set it; or name the data folder by --data, and by UNDERSTUDY_CONFIG_DIR the one where sign-ins are kept.",
    );
  }
}
