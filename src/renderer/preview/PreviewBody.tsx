import { useState } from "react";
import type { Explanation } from "../../core/explanation.ts";
import { environmentNames } from "../../core/primitives.ts";
import { useConsole } from "../page/console-context.ts";
import { useCommands } from "../page/use-commands.ts";
import { usePath } from "../page/use-here.ts";
import { useList, useListProblem } from "../page/use-list.ts";
import { Button } from "../parts/Button.tsx";
import { EnvironmentName } from "../parts/EnvironmentName.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { Empty, Failed } from "../parts/PageState.tsx";
import { Rev } from "../parts/Rev.tsx";
import { panelId, TabList, tabId } from "../parts/TabList.tsx";
import { MadeUpForm } from "../people/made-up/MadeUpForm.tsx";
import { nobodyYet } from "../people/made-up/made-up.ts";
import { NoPersona } from "../people/NoPersona.tsx";
import { Outline } from "../rules/Outline.tsx";
import { outlineOf } from "../rules/outline.ts";
import { explains, WhyOf } from "../rules/Reasons.tsx";
import { ReasonsPanel } from "../rules/ReasonsPanel.tsx";
import type { Explained } from "../rules/use-explained.ts";
import { useNames } from "../rules/use-names.ts";
import { quotedIfBlank } from "../text/format.ts";
import { PreviewActions, TribesLine } from "./PreviewActions.tsx";
import { PreviewSentence } from "./PreviewSentence.tsx";
import { differenceOf, type MadeUpPerson } from "./preview-sides.ts";
import { type MadeUpStore, type PreviewQuery, subjectQuery } from "./preview-subject.ts";

export interface PreviewBodyProps {
  readonly asked: PreviewQuery;
  readonly setQuery: (
    change: Readonly<Record<string, string | null>>,
    options?: { replace?: boolean },
  ) => void;
  readonly store: MadeUpStore;
  /** Who is made up, or the persona. */
  readonly madeUp: MadeUpPerson | null;
  /** The address names a persona that is not there. */
  readonly isMissing: boolean;
  readonly explained: Explained;
}

/** A sentence that says who, when and what; below it every Collection; beside it why, or whom one makes up. */
export function PreviewBody(props: PreviewBodyProps) {
  const { asked, setQuery, explained, madeUp } = props;
  const show = (id: string | null) => setQuery({ why: id }, { replace: true });
  const opened = asked.why !== null && explained.sides !== null;
  return (
    <>
      <div className="stage-col ruled preview">
        <PageHead
          title="Preview"
          about={
            <span className="direction" role="status">
              {explained.isOld && deciding(asked)}
            </span>
          }
        >
          <PreviewActions {...props} />
        </PageHead>
        <PreviewSentence {...props} />
        <Tribes {...props} onShow={show} />
        <div className={explained.isOld ? "scroll decided-before" : "scroll"} aria-busy={explained.isOld}>
          <Resolved {...props} onShow={show} />
        </div>
      </div>
      {opened && (
        <PreviewReasons
          sides={explained.sides ?? []}
          why={asked.why ?? ""}
          isOld={explained.isOld}
          onClose={() => show(null)}
        />
      )}
      {!opened && madeUp !== null && <MadeUpPanel {...props} madeUp={madeUp} />}
    </>
  );
}

type ShownProps = PreviewBodyProps & { readonly onShow: (id: string) => void };

/** The line of Tribes; its place while they are decided, where there are any. */
function Tribes({ explained, asked, isMissing, onShow }: ShownProps) {
  const all = useList(useConsole().tribes);
  const side = explained.sides?.[0];
  if (side !== undefined)
    return (
      <TribesLine
        tribes={side.tribes}
        changed={explained.changed}
        isOld={explained.isOld}
        chosen={asked.why}
        onShow={onShow}
      />
    );
  const mayCome = !isMissing && explained.problem === null && all?.length !== 0;
  return mayCome && <div className="preview-tribes" />;
}

/** What is said while the answer is on its way. */
const deciding = ({ subject }: PreviewQuery): string =>
  subject.who === "user" ? `Deciding for ${quotedIfBlank(subject.id)}…` : "Deciding…";

function Resolved(props: ShownProps) {
  const { explained, asked, onShow, isMissing } = props;
  const { collections } = useConsole();
  const to = usePath();
  const all = useList(collections);
  const unread = useListProblem(collections);
  if (isMissing)
    return (
      <div className="inset page-empty">
        <NoPersona title="No such persona" />
      </div>
    );
  // Without the Collections' names, keys have to do.
  if (explained.sides === null || (all === null && unread === null))
    return (
      <div className="inset page-empty">
        {explained.problem === null ? (
          <span className="skeleton preview-wait" />
        ) : (
          <Failed
            title="Nothing could be decided"
            reason={explained.problem}
            onRetry={() => void explained.reload()}
          />
        )}
      </div>
    );
  const groups = outlineOf(explained.sides, all ?? []);
  if (groups.length === 0)
    return (
      <Empty page title="Nothing to preview yet" way={{ words: "New Collection", href: to("collections") }}>
        A Collection holds the Experiences that are decided for each user; here you see how, before anybody
        else does.
      </Empty>
    );
  return (
    <div className="inset preview-list">
      <Outline
        groups={groups}
        heads={explained.sides.map((side) => (
          <SideName key={`${side.environment}/${side.content}`} side={side} />
        ))}
        chosen={asked.why}
        changed={explained.changed}
        onShow={onShow}
        mark={(row) => {
          const words = differenceOf(row);
          return words === null ? null : <Rev words={words} />;
        }}
        note={differenceOf}
        absent="not published"
      />
    </div>
  );
}

type Side = Pick<Explanation, "environment" | "content">;

/** What one side is: the draft, or what an environment serves. */
function SideName({ side: { environment, content } }: { readonly side: Side }) {
  return content === "draft" ? (
    <>Draft</>
  ) : (
    <>
      Published in <EnvironmentName of={environment} />
    </>
  );
}

interface PreviewReasonsProps {
  readonly sides: readonly Explanation[];
  /** Of a Tribe, an Experience or a Section, by id. */
  readonly why: string;
  readonly isOld: boolean;
  readonly onClose: () => void;
}

/** Why, on each side that has it. */
function PreviewReasons({ sides, why, isOld, onClose }: PreviewReasonsProps) {
  const names = useNames();
  const having = sides
    .map((side, index) => ({ side, name: String(index) }))
    .filter(({ side }) => explains(side, why));
  const [chosen, setChosen] = useState("1");
  const shown = having.find(({ name }) => name === chosen) ?? having[0];
  if (shown === undefined) return null;
  const { side } = shown;
  const tribe = side.tribes.find(({ id }) => id === why);
  const item = side.experiences.find(({ id }) => id === why);
  return (
    <ReasonsPanel
      of={why}
      title={`Why: ${tribe?.name ?? names.item(why)?.name ?? item?.key ?? why}`}
      isOld={isOld}
      onClose={onClose}
    >
      {having.length > 1 && (
        <div className="preview-tabs">
          <TabList
            label="Side"
            tabs={having.map((one) => ({ name: one.name, words: sideWords(one.side) }))}
            chosen={shown.name}
            onChoose={setChosen}
          />
        </div>
      )}
      <div
        {...(having.length > 1 && {
          role: "tabpanel",
          id: panelId(shown.name),
          "aria-labelledby": tabId(shown.name),
        })}
      >
        <WhyOf side={side} id={why} />
      </div>
    </ReasonsPanel>
  );
}

const sideWords = ({ environment, content }: Explanation): string =>
  content === "draft" ? "Draft" : `Published in ${environmentNames[environment]}`;

type MadeUpPanelProps = Pick<PreviewBodyProps, "asked" | "setQuery" | "store"> & {
  readonly madeUp: MadeUpPerson;
};

/** Whom one makes up, to be changed; or a persona, to be looked at. */
function MadeUpPanel({ asked, setQuery, store, madeUp }: MadeUpPanelProps) {
  const isPersona = asked.subject.who === "persona";
  const { user, events } = madeUp;
  const copy = () => {
    store.setState({ value: { user, events } });
    setQuery(subjectQuery({ who: "made-up" }));
  };
  const startOver = () => store.setState({ value: nobodyYet });
  const name = isPersona ? "Persona" : "Somebody made up";
  const words = isPersona ? "Change a copy" : "Start over";
  const act = isPersona ? copy : startOver;
  const command = isPersona
    ? { id: "preview/copy", title: "Change a copy of the persona" }
    : { id: "preview/over", title: words };
  useCommands([{ ...command, group: "Preview", run: act }]);
  return (
    <aside className="panel preview-panel" aria-label={name}>
      <div className="panel-head">
        <h2 className="heading">{name}</h2>
        <span className="direction small">{isPersona ? "as it is saved" : "kept here"}</span>
        <span className="spacer" />
        <Button small onClick={act}>
          {words}
        </Button>
      </div>
      <div className="scroll preview-form">
        <MadeUpForm
          // What is offered back to one is not looked for in another.
          key={asked.subject.who === "persona" ? asked.subject.key : ""}
          value={madeUp}
          idHint="preview"
          {...(!isPersona && {
            onChange: (change) => store.setState(({ value }) => ({ value: change(value) })),
          })}
        />
      </div>
    </aside>
  );
}
