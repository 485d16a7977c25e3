import type { Explanation } from "../../core/explanation.ts";
import { Reasons } from "./Reasons.tsx";
import { ReasonsPanel } from "./ReasonsPanel.tsx";
import { TribeReasons } from "./TribeReasons.tsx";

type Tribe = Explanation["tribes"][number];
type Item = Explanation["experiences"][number];

/** Whether an explanation says anything of a Tribe, an Experience or a Section. */
export const explains = ({ tribes, experiences }: Explanation, id: string): boolean =>
  [...tribes, ...experiences].some((one) => one.id === id);

/** Why it came out so. */
export function WhyOf({ side, id }: { readonly side: Explanation; readonly id: string }) {
  const tribe = side.tribes.find((one) => one.id === id);
  const item = side.experiences.find((one) => one.id === id);
  return (
    <>
      {tribe !== undefined && <TribeReasons tribe={tribe} at={side.at} />}
      {item !== undefined && <Reasons item={item} at={side.at} />}
    </>
  );
}

interface WhyPanelProps {
  readonly side: Explanation | null | undefined;
  /** Of what; null while nothing is asked. */
  readonly why: string | null;
  readonly tribeTitle: (tribe: Tribe) => string;
  readonly itemTitle: (item: Item) => string;
  readonly onClose: () => void;
}

/** The panel that tells why, of one explanation; nothing where that says nothing of it. */
export function WhyPanel({ side, why, tribeTitle, itemTitle, onClose }: WhyPanelProps) {
  if (why === null || !side || !explains(side, why)) return null;
  const tribe = side.tribes.find((one) => one.id === why);
  const item = side.experiences.find((one) => one.id === why);
  const title = tribe ? tribeTitle(tribe) : item ? itemTitle(item) : "";
  return (
    <ReasonsPanel of={why} title={title} onClose={onClose}>
      <WhyOf side={side} id={why} />
    </ReasonsPanel>
  );
}
