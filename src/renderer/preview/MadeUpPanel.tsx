import { useCommands } from "../app/use-commands.ts";
import { MadeUpForm } from "../users/made-up/MadeUpForm.tsx";
import { nobodyYet } from "../users/made-up/made-up.ts";
import type { PreviewBodyProps } from "./PreviewBody.tsx";
import type { MadeUpPerson } from "./preview-sides.ts";
import { subjectQuery } from "./preview-subject.ts";

type MadeUpPanelProps = Pick<PreviewBodyProps, "asked" | "setQuery" | "store"> & {
  readonly madeUp: MadeUpPerson;
};

/** Whom one makes up, to be changed; or a persona, to be looked at. */
export function MadeUpPanel({ asked, setQuery, store, madeUp }: MadeUpPanelProps) {
  const isPersona = asked.subject.who === "persona";
  const { user, events } = madeUp;
  const copy = () => {
    store.setState({ value: { user, events } });
    setQuery(subjectQuery({ who: "made-up" }));
  };
  const startOver = () => store.setState({ value: nobodyYet });
  const group = "Preview";
  useCommands([
    isPersona
      ? { id: "preview/copy", title: "Change a copy of the persona", group, run: copy }
      : { id: "preview/over", title: "Start over with nobody yet", group, run: startOver },
  ]);
  return (
    <aside className="panel preview-panel" aria-label={isPersona ? "Persona" : "Somebody made up"}>
      <div className="panel-head">
        <h2 className="heading">{isPersona ? "Persona" : "Somebody made up"}</h2>
        <span className="direction small">{isPersona ? "as it is saved" : "kept here"}</span>
        <span className="spacer" />
        {isPersona ? (
          <button type="button" className="btn btn-sm" onClick={copy}>
            Change a copy
          </button>
        ) : (
          <button type="button" className="btn btn-sm" onClick={startOver}>
            Start over
          </button>
        )}
      </div>
      <div className="scroll preview-form">
        <MadeUpForm
          value={madeUp}
          idHint="preview"
          {...(!isPersona && {
            onChange: (value) => store.setState({ value: { user: value.user, events: value.events } }),
          })}
        />
      </div>
    </aside>
  );
}
