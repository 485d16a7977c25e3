import { type ReactNode, useRef } from "react";
import { Link } from "wouter";
import type { Collection, PublishState as State } from "../../../core/collection.ts";
import type { ExperienceType } from "../../../core/experience-type.ts";
import { type EnvironmentKey, environmentKeys, environmentNames } from "../../../core/primitives.ts";
import { keyPath, type Part } from "../../model/collection-address.ts";
import { useHere, usePath } from "../../page/use-here.ts";
import { Button } from "../../parts/Button.tsx";
import { EnvironmentName } from "../../parts/EnvironmentName.tsx";
import { PageHead } from "../../parts/PageHead.tsx";
import { Empty } from "../../parts/PageState.tsx";
import { ReadOnly } from "../../parts/ReadOnly.tsx";
import { Rev } from "../../parts/Rev.tsx";
import { ColumnHeads, Table } from "../../parts/Table.tsx";
import { useListPlace } from "../../parts/use-list-place.ts";
import { When } from "../../parts/When.tsx";
import { counted } from "../../text/format.ts";
import { type Making, useCollections, useCollectionsState, useTypes } from "../collections-state.ts";
import { usesOf } from "../types/property-edits.ts";

/** Every Collection of the Space with its state in each environment; without one, what one is. */
export function AllCollections() {
  const collections = useCollections() ?? [];
  return (
    <ListPage
      title="Collections"
      noun="Collection"
      making={{ kind: "collection" }}
      isEmpty={collections.length === 0}
      about="A Collection groups what an app shows in one place, such as its homepage: Experiences, each on or off with its data for each audience. It is published as a whole."
    >
      <CollectionTable collections={collections} />
    </ListPage>
  );
}

function CollectionTable({ collections }: { readonly collections: readonly Collection[] }) {
  const to = usePath();
  return (
    <table className="list-table">
      <caption className="sr">Collections and what each environment serves of them</caption>
      <ColumnHeads of={["Collection", "Holds"]}>
        {environmentKeys.map((key) => (
          <th scope="col" key={key} data-env={key}>
            <EnvironmentName of={key} />
          </th>
        ))}
      </ColumnHeads>
      <tbody>
        {collections.map((collection) => (
          <tr key={collection.id} data-row={collection.id}>
            <td>
              <KeyedLink
                href={to("collections", ...keyPath({ kind: "collection", collection }))}
                of={collection}
              />
            </td>
            <td className="muted">{holds(collection)}</td>
            {environmentKeys.map((key) => (
              <td key={key}>
                <PublishState status={collection.status[key]} environment={key} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function holds({ experiences, sections }: Collection): string {
  const inSections = sections.reduce((sum, one) => sum + one.experiences.length, 0);
  const parts = [counted(experiences.length + inSections, "Experience")];
  if (sections.length > 0) parts.push(counted(sections.length, "Section"));
  return parts.join(", ");
}

interface PublishStateProps {
  readonly status: State;
  readonly environment: EnvironmentKey;
}

/** What an environment serves of a Collection: its version, and whether the draft differs. */
function PublishState({ status, environment }: PublishStateProps) {
  if (status.version === null) return <span className="direction small">unpublished</span>;
  return (
    <span className="publish-state">
      <span className="num">{status.version}</span>
      {status.state === "changed" && (
        <Rev words={`The draft differs from ${environmentNames[environment]}`} />
      )}
      {status.publishedAt !== null && (
        <span className="muted small">
          <When at={status.publishedAt} />
        </span>
      )}
    </span>
  );
}

interface ListPageProps {
  readonly title: string;
  /** What one of them is called, such as "Collection". */
  readonly noun: string;
  /** What is made where another one is wanted. */
  readonly making: Making;
  readonly isEmpty: boolean;
  /** What one is, for those who have none yet. */
  readonly about: string;
  /** Behind the title, in a few words. */
  readonly hint?: string;
  /** The table of all of them. */
  readonly children: ReactNode;
}

/** All of one noun; without one, what one is and the way to make it. */
function ListPage({ title, noun, making, isEmpty, about, hint, children }: ListPageProps) {
  const { canEdit } = useHere();
  const { store } = useCollectionsState();
  const scroller = useRef<HTMLDivElement>(null);
  useListPlace(noun, scroller);
  const button = (
    <Button look="primary" onClick={() => store.setState({ making })}>
      New {noun}
    </Button>
  );
  return (
    <div className="stage-col ruled">
      <PageHead
        title={title}
        about={hint !== undefined && <span className="direction truncate">{hint}</span>}
      >
        {canEdit && !isEmpty && button}
      </PageHead>
      <ReadOnly />
      <div className="scroll" ref={scroller}>
        {isEmpty ? (
          <Empty page title={`No ${noun} yet`} action={canEdit ? button : undefined}>
            {about}
          </Empty>
        ) : (
          children
        )}
      </div>
    </div>
  );
}

/** Every Experience type of the Space. */
export function AllTypes() {
  const types = useTypes();
  return (
    <ListPage
      title="Experience types"
      noun="Experience type"
      making={{ kind: "type" }}
      isEmpty={types.length === 0}
      hint="what an Experience may hold; code is generated from them"
      about="A type says which properties an Experience has, such as a headline, a colour and a link. Code gets a class for each type, with exactly these properties."
    >
      <TypeTable />
    </ListPage>
  );
}

function TypeTable() {
  const types = useTypes();
  const collections = useCollections() ?? [];
  const to = usePath();
  return (
    <Table className="list-table has-gutter" heads={[{ unseen: "Place" }, "Type", "Properties", "Used by"]}>
      {types.map((type, index) => (
        <tr key={type.id} data-row={type.id}>
          <th scope="row">{index + 1}</th>
          <td>
            <KeyedLink href={to("collections", "types", type.key)} of={type} />
          </td>
          <td className="muted truncate" title={type.properties.map(({ key }) => key).join(", ")}>
            {propertyWords(type)}
          </td>
          <td className="muted num">{usedWords(usesOf(collections, type.id))}</td>
        </tr>
      ))}
    </Table>
  );
}

const propertiesShown = 5;

/** "headline, synopsis and 3 more". */
function propertyWords({ properties }: ExperienceType): ReactNode {
  const keys = properties.map(({ key }) => key);
  if (keys.length === 0) return <i>none</i>;
  const more = keys.length - propertiesShown;
  return more > 1 ? `${keys.slice(0, propertiesShown).join(", ")} and ${more} more` : keys.join(", ");
}

/** "2 Experiences, 1 Section". */
function usedWords(uses: readonly Part[]): ReactNode {
  const sections = uses.filter(({ kind }) => kind === "section").length;
  const experiences = uses.length - sections;
  const words = [
    ...(experiences > 0 ? [counted(experiences, "Experience")] : []),
    ...(sections > 0 ? [counted(sections, "Section")] : []),
  ];
  return words.length === 0 ? <i>nothing yet</i> : words.join(", ");
}

interface KeyedLinkProps {
  readonly href: string;
  readonly of: { readonly name: string; readonly key: string };
  readonly nested?: boolean;
  /** An icon before its name. */
  readonly children?: ReactNode;
}

/** The first cell of a row: what a thing is called, what code calls it, and the way to it. */
export function KeyedLink({ href, of, nested = false, children }: KeyedLinkProps) {
  return (
    <Link className={nested ? "row-link is-nested" : "row-link"} href={href}>
      {children}
      <span className="truncate strong">{of.name}</span>
      <span className="mono small muted truncate">{of.key}</span>
    </Link>
  );
}
