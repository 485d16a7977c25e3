import { environmentKeys, environmentNames } from "../../core/primitives.ts";
import { useHere } from "../page/use-here.ts";
import { Sentence } from "../parts/Sentence.tsx";
import { TokMenu } from "../parts/Tok.tsx";
import { TimeTok } from "../people/TimeTok.tsx";
import type { PreviewBodyProps } from "./PreviewBody.tsx";
import { type Comparison, compareQuery, subjectQuery } from "./preview-subject.ts";
import { WhoTok } from "./WhoTok.tsx";

/** "As ana-ribeiro, now, the draft against what is published": each word can be changed. */
export function PreviewSentence({ asked, setQuery, madeUp, explained }: PreviewBodyProps) {
  const { environment } = useHere();
  const others = environmentKeys.filter((key) => key !== environment);
  const options: { value: Comparison; label: string }[] = [
    { value: "draft", label: "the draft against what is published" },
    { value: "published-only", label: "only what is published" },
    { value: "draft-only", label: "only the draft" },
    ...others.map((key) => ({ value: key, label: `published here against ${environmentNames[key]}` })),
  ];
  return (
    <div className="inset preview-sentence">
      <Sentence label="What is previewed">
        As{" "}
        <WhoTok
          subject={asked.subject}
          madeUp={madeUp}
          onPick={(subject) => setQuery(subjectQuery(subject))}
        />{" "}
        <TimeTok
          at={asked.at}
          now={explained.sides?.[0]?.at ?? null}
          onChange={(at) => setQuery({ at }, { replace: true })}
        />{" "}
        showing{" "}
        <TokMenu
          label="What is compared"
          value={asked.compare === environment ? "published-only" : asked.compare}
          options={options}
          onChange={(compare) => setQuery(compareQuery(compare))}
        />
      </Sentence>
    </div>
  );
}
