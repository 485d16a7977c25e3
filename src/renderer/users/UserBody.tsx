import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Explanation } from "../../core/explanation.ts";
import type { User } from "../../core/user.ts";
import { paramsOf } from "../api/place.ts";
import { useConsole } from "../page/console-context.ts";
import { useHere, usePath, usePlace } from "../page/use-here.ts";
import { useList, useListProblem } from "../page/use-list.ts";
import { ProblemLine } from "../parts/Field.tsx";
import { ReadOnly } from "../parts/ReadOnly.tsx";
import { useAddressQuery } from "../parts/use-address-query.ts";
import { When } from "../parts/When.tsx";
import { FieldList } from "../people/fields/FieldList.tsx";
import { LabelList } from "../people/fields/LabelList.tsx";
import { eventsOf, knownDevice, textsKey } from "../people/user-port.ts";
import { Outline } from "../rules/Outline.tsx";
import { outlineOf } from "../rules/outline.ts";
import { WhyPanel } from "../rules/Reasons.tsx";
import { type Explained, useExplained } from "../rules/use-explained.ts";
import type { Edited } from "../saved/use-saved.ts";
import { ago, count, isAhead } from "../text/format.ts";
import { TypedPlaceContext } from "../values/typed-texts.ts";
import { useStillRow } from "./held-rows.ts";
import { Timeline } from "./Timeline.tsx";
import { UserTribes } from "./UserHeadLine.tsx";

interface UserBodyProps {
  readonly edited: Edited<User>;
  readonly user: User;
  readonly head: ReactNode;
}

/** Who somebody is on the left, what they get and did on the right; why, in a panel. */
export function UserBody({ edited: { edit, saved, state }, user, head }: UserBodyProps) {
  const { canEdit } = useHere();
  // Also when somebody comes back to undo.
  const newest = () => saved.store.getState().value ?? user;
  const place = usePlace();
  const [query, setQuery] = useAddressQuery();
  const explained = useUserExplained(user);
  const side = explained.sides?.[0] ?? null;
  const { isOld } = explained;
  const why = query.why ?? null;
  const keepRow = useStillRow(why);
  const show = (id: string | null) => {
    keepRow(id);
    setQuery({ why: id }, { replace: true });
  };
  // Of an edit that is not there yet, nothing is decided.
  const saving = state.saving.state !== "saved";
  return (
    <>
      <div className="stage-col ruled user-page">
        {head}
        <ReadOnly />
        <div className="scroll">
          <div className="user-grid inset">
            <div className="user-side">
              <Section title="Fields">
                <TypedPlaceContext value={{ object: textsKey(place, user), owner: "fields", name: "" }}>
                  <FieldList
                    fields={user.fields}
                    {...(canEdit && {
                      onChange: (change, mark) => edit({ fields: change(newest().fields) }, mark),
                    })}
                  />
                </TypedPlaceContext>
              </Section>
              <Section title="Labels">
                <LabelList
                  labels={user.labels}
                  {...(canEdit && {
                    onChange: (change, mark) => edit({ labels: [...change(newest().labels)] }, mark),
                  })}
                />
              </Section>
              <Section title="Seen">
                <UserFacts user={user} />
              </Section>
              <Section
                title="Tribes"
                about={isOld ? "deciding…" : saving ? "as they were saved last" : null}
                isOld={isOld}
              >
                {/* Why is said beside it. */}
                {side === null && explained.problem !== null ? (
                  <p className="direction">could not be read</p>
                ) : (
                  <UserTribes
                    tribes={side?.tribes ?? null}
                    changed={explained.changed}
                    chosen={why}
                    onShow={show}
                  />
                )}
              </Section>
            </div>
            <div className="user-main">
              <Section
                title="What they get"
                about={side === null ? null : isOld ? "deciding…" : "published here, now"}
                isOld={isOld}
              >
                <Gets side={side} explained={explained} chosen={why} onShow={show} />
              </Section>
              <Section title="Timeline" action={<EventsLink user={user} />}>
                <Timeline user={user} onNews={explained.reload} />
              </Section>
            </div>
          </div>
        </div>
      </div>
      <WhyPanel
        why={why}
        side={side}
        isOld={isOld}
        tribeTitle={({ matched, name }) => `Why ${matched ? "in" : "not in"} ${name}`}
        itemTitle={({ key }) => `Why ${key}`}
        onClose={() => show(null)}
      />
    </>
  );
}

function useUserExplained(user: User) {
  const { client } = useConsole();
  const place = usePlace();
  const params = { ...paramsOf(place), userId: user.id };
  return useExplained(`${user.kind}/${user.id}`, async (signal) => [
    await client.call("explainUser", { params, query: { kind: user.kind }, signal }),
  ]);
}

interface SectionProps {
  readonly title: string;
  readonly about?: string | null;
  readonly action?: ReactNode;
  /** What it shows is of somebody else, until theirs comes. */
  readonly isOld?: boolean;
  readonly children: ReactNode;
}

function Section({ title, about = null, action, isOld = false, children }: SectionProps) {
  return (
    <section className="user-section" aria-label={title}>
      <div className="sec-head">
        <h2 className="heading">{title}</h2>
        {about !== null && <span className="direction small">{about}</span>}
        <span className="spacer" />
        {action}
      </div>
      <div className={isOld ? "decided-before" : ""} aria-busy={isOld}>
        {children}
      </div>
    </section>
  );
}

interface GetsProps {
  readonly side: Explanation | null;
  readonly explained: Explained;
  readonly chosen: string | null;
  readonly onShow: (id: string) => void;
}

function Gets({ side, explained, chosen, onShow }: GetsProps) {
  const { collections } = useConsole();
  const to = usePath();
  const all = useList(collections);
  const unread = useListProblem(collections);
  // Without the Collections' names, keys have to do.
  if (side === null || (all === null && unread === null))
    return explained.problem === null ? (
      <span className="skeleton user-wait" />
    ) : (
      <ProblemLine>{explained.problem}</ProblemLine>
    );
  const groups = outlineOf([side], all ?? []);
  if (groups.length === 0)
    return (
      <p className="direction">
        Nothing is published here.{" "}
        <Link className="link" href={to("collections")}>
          Open Collections
        </Link>
      </p>
    );
  return (
    <Outline
      groups={groups}
      heads={["Published"]}
      chosen={chosen}
      changed={explained.changed}
      onShow={onShow}
    />
  );
}

function EventsLink({ user }: { readonly user: User }) {
  const to = usePath();
  const query = new URLSearchParams(eventsOf(user));
  return (
    <Link className="link small link-row" href={`${to("events")}?${query}`}>
      Open in Events
    </Link>
  );
}

/** When somebody was made and seen, and on what they were last. */
function UserFacts({ user }: { readonly user: User }) {
  return (
    <dl className="kv user-facts">
      <Fact name="created" at={user.createdAt} />
      <Fact name="first seen" at={user.firstSeenAt} />
      <Fact name="last seen" at={user.lastSeenAt} />
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

function Fact({ name, at }: { readonly name: string; readonly at: string | null }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <When at={at} /> {at !== null && !isAhead(at) && <span className="direction">{ago(at)}</span>}
      </dd>
    </div>
  );
}
