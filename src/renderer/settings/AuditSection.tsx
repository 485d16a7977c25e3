import { type PlatformRoute, platformApi } from "../../core/api.ts";
import { inWords } from "../api/api-problem.ts";
import { useRoute } from "../api/queries.ts";
import { useHere } from "../page/use-here.ts";
import { ProblemLine } from "../parts/Field.tsx";
import { Table } from "../parts/Table.tsx";
import { moment } from "../text/format.ts";
import { Section } from "./Section.tsx";

const means = { run: "this run's token", token: "a token", "sign-in": "a program", console: "the console" };

const others: Readonly<Record<string, string>> = {
  adminInvite: "Invite the operator by understudy admin",
  allowClient: "Let a program in",
  createAccount: "Create an account",
  openConsole: "Open the console",
  pair: "Pair a device",
  signIn: "Sign in",
};

/** A route by its summary, without what it says beside. */
const wordsOf = (action: string): string =>
  action in platformApi
    ? (platformApi[action as PlatformRoute].summary.split(/[;:(.,]/, 1)[0] ?? action)
    : (others[action] ?? action);

/** Who did what lately, for the operator of the workspace. */
export function AuditSection() {
  return useHere().ownsWorkspace ? <Audit /> : null;
}

function Audit() {
  const { data, error } = useRoute("listAudit", { query: { limit: 20 } });
  return (
    <Section
      id="audit"
      about="who changed, published, signed in or was refused; understudy audit lists more in a terminal"
    >
      {error !== null && <ProblemLine>The log could not be read. {inWords(error)}</ProblemLine>}
      {data?.data.length === 0 && <p className="direction">Nothing yet.</p>}
      {data !== undefined && data.data.length > 0 && (
        <Table className="set-table" heads={["When", "Who", "By", "What", "Answer"]}>
          {data.data.map(({ id, at, account, by, action, path, status }) => (
            <tr key={id}>
              <td className="num">{moment(at)}</td>
              <td className="strong truncate">{account?.name ?? "Somebody"}</td>
              <td className="truncate" title={by?.id ?? undefined}>
                {by === null ? "" : means[by.kind]}
              </td>
              <td className="truncate" title={`${action} ${path}`}>
                {wordsOf(action)}
              </td>
              <td className="num">{status}</td>
            </tr>
          ))}
        </Table>
      )}
    </Section>
  );
}
