import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { unreadWords } from "../api/api-problem.ts";
import type { SettingsSection } from "../page/settings-sections.ts";
import { useHidden } from "../page/use-list.ts";
import { Button } from "../parts/Button.tsx";
import { ProblemLine } from "../parts/Field.tsx";
import { Table } from "../parts/Table.tsx";
import { When } from "../parts/When.tsx";
import { Section } from "./Section.tsx";

interface RevocableSectionProps<T> {
  readonly id: SettingsSection;
  readonly about: string;
  readonly action?: ReactNode;
  readonly read: UseQueryResult<readonly T[], Error>;
  /** What they are called, such as "tokens". */
  readonly noun: string;
  /** Said where there are none. */
  readonly none: ReactNode;
  /** The columns before the one with the actions. */
  readonly columns: readonly string[];
  readonly row: (item: T) => ReactNode;
  readonly children?: ReactNode;
}

/** A part of Settings that lists what lets somebody in, each to be revoked. */
export function RevocableSection<T extends { readonly id: string }>(props: RevocableSectionProps<T>) {
  const { read, noun, none, columns, row, children, ...section } = props;
  const hidden = useHidden();
  const shown = read.data?.filter(({ id }) => !hidden.has(id)) ?? null;
  return (
    <Section {...section}>
      <ProblemLine>{read.error && unreadWords(`The ${noun}`, read.error)}</ProblemLine>
      {shown?.length === 0 && <p className="direction">{none}</p>}
      {shown !== null && shown.length > 0 && (
        <Table className="set-table" heads={[...columns, { unseen: "Actions" }]}>
          {shown.map(row)}
        </Table>
      )}
      {children}
    </Section>
  );
}

/** When something was, in a table; null for what never was. */
export const WhenCell = ({ at }: { readonly at: string | null }) => (
  <td>
    <When at={at} real />
  </td>
);

interface RevokeProps {
  /** What is revoked; a browser or a client is signed out. */
  readonly label: string;
  readonly words?: "Revoke" | "Sign out";
  readonly onRevoke: () => void;
}

/** The button at the end of a row that revokes what it lists. */
export const Revoke = ({ label, words = "Revoke", onRevoke }: RevokeProps) => (
  <td className="r">
    <Button look="danger" small aria-label={`${words} ${label}`} onClick={onRevoke}>
      {words}
    </Button>
  </td>
);
