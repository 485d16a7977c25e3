import type { User } from "../../core/user.ts";
import { ago, count, moment } from "../text/format.ts";
import { knownDevice } from "./known-device.ts";

/** When somebody was made and seen, and on what they were last. */
export function UserFacts({ user }: { readonly user: User }) {
  return (
    <dl className="kv user-facts">
      <When name="created" at={user.createdAt} />
      <When name="first seen" at={user.firstSeenAt} />
      <When name="last seen" at={user.lastSeenAt} />
      <div>
        <dt>sessions</dt>
        <dd className="num">{count(user.sessions)}</dd>
      </div>
      <LastDevice user={user} />
    </dl>
  );
}

/** Nothing where no session has told of a device: somebody imported, or known by events alone. */
function LastDevice({ user }: { readonly user: User }) {
  const facts = Object.values(knownDevice(user));
  if (facts.length === 0) return null;
  return (
    <div>
      <dt>device</dt>
      <dd>
        {facts.join(", ")} <span className="direction">last session</span>
      </dd>
    </div>
  );
}

function When({ name, at }: { readonly name: string; readonly at: string | null }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {at === null ? (
          <span className="direction">never</span>
        ) : (
          <>
            <time className="num" dateTime={at} title={at}>
              {moment(at)}
            </time>{" "}
            <span className="direction">{ago(at)}</span>
          </>
        )}
      </dd>
    </div>
  );
}
