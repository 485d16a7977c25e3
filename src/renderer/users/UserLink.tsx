import { Link } from "wouter";
import type { User } from "../../core/user.ts";
import { usePath } from "../app/use-here.ts";
import { userAddress } from "./user-address.ts";

/** Somebody's id, as the address of their page: it can be copied, and opened beside. The grid has the keys, so Tab passes it by. */
export function UserLink({ user }: { readonly user: User }) {
  const to = usePath();
  return (
    <Link
      className="mono truncate user-link"
      href={userAddress(to, user)}
      title={user.id}
      tabIndex={-1}
      // The row opens them as well; once is enough.
      onClick={(event) => event.stopPropagation()}
    >
      {user.id}
    </Link>
  );
}
