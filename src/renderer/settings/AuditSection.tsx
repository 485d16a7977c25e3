import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { byReference } from "../../core/by-reference.ts";
import { environmentNames } from "../../core/primitives.ts";
import { unreadWords } from "../api/api-problem.ts";
import { useConsole } from "../page/console-context.ts";
import { useSpaces } from "../page/reads.ts";
import { useCommands } from "../page/use-commands.ts";
import { useHere } from "../page/use-here.ts";
import { useList } from "../page/use-list.ts";
import { useRoute } from "../page/use-route.ts";
import { Button } from "../parts/Button.tsx";
import { ProblemLine } from "../parts/Field.tsx";
import { Table } from "../parts/Table.tsx";
import { When } from "../parts/When.tsx";
import { useNames } from "../rules/use-names.ts";
import { momentToSecond } from "../text/format.ts";
import { actionWords, outcomeWords, subjectWords } from "./audit-words.ts";
import { Section } from "./Section.tsx";

const means = { run: "this run's token", token: "a token", "sign-in": "a program", console: "the console" };

/** How many lines are shown at first, and at most: what a page of the API holds. */
const lines = { first: 20, most: 200 } as const;

/** Who did what lately, for the operator of the workspace. */
export function AuditSection() {
  return useHere().ownsWorkspace ? <Audit /> : null;
}

function Audit() {
  const [limit, setLimit] = useState<number>(lines.first);
  const { data, error } = useRoute("listAudit", { query: { limit } }, { placeholderData: keepPreviousData });
  const nameOf = useNamesInPaths();
  const isMore = limit < lines.most && data?.next != null;
  const showOlder = () => setLimit(lines.most);
  useCommands(
    isMore ? [{ id: "settings/audit-older", title: "Show older", group: "Settings", run: showOlder }] : [],
  );
  return (
    <Section
      id="audit"
      about="who changed, published, signed in or was refused; understudy audit lists it in a terminal"
    >
      <ProblemLine>{error && unreadWords("The log", error)}</ProblemLine>
      {data?.data.length === 0 && <p className="direction">Nothing yet.</p>}
      {data !== undefined && data.data.length > 0 && (
        <Table className="set-table" heads={["When", "Who", "What", "Of", "Answer"]}>
          {data.data.map(({ id, at, account, by, action, path, status }) => {
            const subject = subjectWords(action, path, nameOf);
            return (
              <tr key={id}>
                <td>
                  <When at={at} written={momentToSecond} real />
                </td>
                <td className="truncate" title={by?.id ?? undefined}>
                  <span className="strong">{account?.name ?? "Somebody"}</span>
                  {by !== null && <span className="direction"> by {means[by.kind]}</span>}
                </td>
                <td className="truncate" title={`${action} ${path}`}>
                  {actionWords(action)}
                </td>
                <td className="truncate">{subject}</td>
                <td>{outcomeWords(status)}</td>
              </tr>
            );
          })}
        </Table>
      )}
      {isMore && (
        <Button small onClick={showOlder}>
          Show older
        </Button>
      )}
    </Section>
  );
}

/** Names of what paths name by id or key: of the Spaces, and of what is in the one on screen. */
function useNamesInPaths(): (idOrKey: string) => string | undefined {
  const { collections, tribes, types, personas } = useConsole();
  const { data: spaces = [] } = useSpaces();
  const { item } = useNames();
  const lists: (readonly { readonly id: string; readonly name: string }[] | null)[] = [
    useList(collections),
    useList(tribes),
    useList(types),
    useList(personas),
  ];
  const known = new Map(lists.flatMap((list) => list ?? []).map(({ id, name }) => [id, name]));
  const environments: Readonly<Record<string, string>> = environmentNames;
  return (asked) =>
    byReference(spaces, asked)?.name ?? environments[asked] ?? known.get(asked) ?? item(asked)?.name ?? asked;
}
