import { useState } from "react";
import type { Explanation } from "../../core/explanation.ts";
import { environmentNames } from "../../core/primitives.ts";
import { panelId, TabList, tabId } from "../parts/TabList.tsx";
import { Reasons } from "../why/Reasons.tsx";
import { ReasonsPanel } from "../why/ReasonsPanel.tsx";
import { TribeReasons } from "../why/TribeReasons.tsx";
import { useNames } from "../why/use-names.ts";

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
    .filter(({ side }) => has(side, why));
  const [chosen, setChosen] = useState("1");
  const shown = having.find(({ name }) => name === chosen) ?? having[0];
  if (shown === undefined) return null;
  const { side } = shown;
  const tribe = side.tribes.find(({ id }) => id === why);
  const item = side.experiences.find(({ id }) => id === why);
  return (
    <ReasonsPanel
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
        {tribe !== undefined && <TribeReasons tribe={tribe} at={side.at} />}
        {item !== undefined && <Reasons item={item} at={side.at} />}
      </div>
    </ReasonsPanel>
  );
}

const has = ({ tribes, experiences }: Explanation, id: string): boolean =>
  [...tribes, ...experiences].some((one) => one.id === id);

const sideWords = ({ environment, content }: Explanation): string =>
  content === "draft" ? "Draft" : `Published in ${environmentNames[environment]}`;
