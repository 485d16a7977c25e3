import { count, counted } from "../text/format.ts";
import type { ImportProgress } from "./import-users.ts";

interface ImportOutcomeProps {
  readonly progress: ImportProgress;
  readonly finished: boolean;
}

const shown = 100;

/** How far an import is, what it did, and each row that was refused. */
export function ImportOutcome({ progress, finished }: ImportOutcomeProps) {
  const { done, total, created, updated, rejected } = progress;
  return (
    <div className="import-outcome">
      <progress aria-label="Imported" max={total} value={done} />
      <p role="status">
        {finished
          ? `${count(created)} made, ${count(updated)} updated, ${count(rejected.length)} refused.`
          : `${count(done)} of ${counted(total, "row")} sent.`}
      </p>
      {rejected.length > 0 && (
        <table className="set-table" aria-label="Refused rows">
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {rejected.slice(0, shown).map(({ line, detail }) => (
              <tr key={line}>
                <td className="num">{count(line)}</td>
                <td>{detail}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rejected.length > shown && <p className="direction">and {count(rejected.length - shown)} more</p>}
    </div>
  );
}
