import { useEffect } from "react";
import { useStore } from "zustand";
import { environmentNames } from "../../core/primitives.ts";
import type { User, UserKind } from "../../core/user.ts";
import { inWords, isGone } from "../api/api-problem.ts";
import { paramsOf } from "../api/place.ts";
import { useConsole } from "../page/console-context.ts";
import { slowly } from "../page/reads.ts";
import { useHere, usePath, usePlace } from "../page/use-here.ts";
import { useRoute } from "../page/use-route.ts";
import { Empty, Failed, PageSkeleton, PageState } from "../parts/PageState.tsx";
import { removalKey, userPort } from "../people/user-port.ts";
import { ConflictDialog } from "../saved/ConflictChoice.tsx";
import { GoneEdits } from "../saved/GoneEdits.tsx";
import { type Edited, useEditKeys, useSaved } from "../saved/use-saved.ts";
import { UserBody } from "./UserBody.tsx";
import { UserHeadLine } from "./UserHeadLine.tsx";

interface UserPageProps {
  readonly id: string;
  /** Which of the two, where both exist; undefined takes the known one first. */
  readonly kind: UserKind | undefined;
}

/** One user or visitor: who they are, what they get and why, what they did. */
export function UserPage({ id, kind }: UserPageProps) {
  const params = { ...paramsOf(usePlace()), userId: id };
  // The address may leave it open which kind they are of.
  const found = useRoute("getUser", kind === undefined ? { params } : null);
  const known = kind ?? found.data?.kind;
  if (known !== undefined) return <KnownUser id={id} kind={known} />;
  if (found.isError) return <NotThere id={id} problem={found.error} onRetry={() => void found.refetch()} />;
  return <PageSkeleton title={id} />;
}

function KnownUser({ id, kind }: { readonly id: string; readonly kind: UserKind }) {
  const { client } = useConsole();
  const place = usePlace();
  // No list has them all: an app writes them at any time, and somebody else may delete them.
  const read = { params: { ...paramsOf(place), userId: id }, query: { kind } };
  const { data = null, error } = useRoute("getUser", read, { refetchInterval: slowly });
  const isDeleted = isGone(error);
  const edited = useSaved(userPort({ client, place, user: { id, kind } }), isDeleted ? null : data);
  const { saved } = edited;
  const { phase, problem, value } = edited.state;
  useEffect(() => {
    if (isDeleted) void saved.load();
  }, [saved, isDeleted]);
  useEditKeys(edited);
  if (phase === "gone" || phase === "failed")
    return <NotThere id={id} problem={problem} onRetry={() => void edited.saved.load()} />;
  if (value === null) return <PageSkeleton title={id} />;
  return <Shown edited={edited} user={value} />;
}

function Shown({ edited, user }: { readonly edited: Edited<User>; readonly user: User }) {
  const { removals } = useConsole();
  const place = usePlace();
  const hidden = useStore(removals.hidden, (all) => all.has(removalKey(place, user)));
  if (hidden) return <NotThere id={user.id} problem={null} deleting onRetry={() => undefined} />;
  return (
    <>
      <UserBody edited={edited} user={user} head={<UserHeadLine edited={edited} user={user} />} />
      <ConflictDialog saved={edited.saved} name={user.id} />
    </>
  );
}

interface NotThereProps {
  readonly id: string;
  readonly problem: unknown;
  readonly deleting?: boolean;
  readonly onRetry: () => void;
}

/** Nobody of this id here, or they could not be loaded. */
function NotThere({ id, problem, deleting = false, onRetry }: NotThereProps) {
  const { environment, space } = useHere();
  const to = usePath();
  const isNobody = problem === null || isGone(problem);
  return (
    <PageState page={id} crumbs={[{ name: "Users", href: to("users") }]}>
      {isNobody ? (
        <Empty
          title={deleting ? `${id} is being deleted` : `Nobody called “${id}” here`}
          way={{ words: "Show all users", href: to("users") }}
        >
          {deleting
            ? "Their events stay. Undo brings them back while its message is there."
            : `${space.name} has no such user or visitor in ${environmentNames[environment]}. Each environment has its own; events alone create nobody.`}
        </Empty>
      ) : (
        <Failed
          title={`${id} could not be loaded`}
          reason={typeof problem === "string" ? problem : inWords(problem)}
          onRetry={onRetry}
        />
      )}
      <GoneEdits />
    </PageState>
  );
}
