import type { User } from "../../core/user.ts";
import type { PageName } from "../app/pages.ts";

type To = (page: PageName, ...below: readonly string[]) => string;

/** The address of somebody's page. A visitor's says so: a user may have the same id. */
export const userAddress = (to: To, { id, kind }: Pick<User, "id" | "kind">): string =>
  `${to("users", id)}${kind === "visitor" ? "?kind=visitor" : ""}`;
