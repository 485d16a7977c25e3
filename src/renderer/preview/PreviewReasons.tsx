import { useState } from "react";
import type { Explanation } from "../../core/explanation.ts";
import { environmentNames } from "../../core/primitives.ts";
import { panelId, TabList, tabId } from "../parts/TabList.tsx";
import { ReasonsPanel } from "../rules/ReasonsPanel.tsx";
import { useNames } from "../rules/use-names.ts";
import { explains, WhyOf } from "../rules/WhyPanel.tsx";

interface PreviewReasonsProps {
  readonly sides: readonly Explanation[];
  /** Of a Tribe, an Experience or a Section, by id. */
  readonly why: string;
  readonly onClose: () => void;
}

/** Why, on each side that has it. */
export function PreviewReasons({ sides, why, onClose }: PreviewReasonsProps) {
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
