import { SuggestPopover } from "../../parts/SuggestPopover.tsx";
import { Tok } from "../../parts/Tok.tsx";

/** Every zone that this browser knows, with the person's own first. */
function zones(): { readonly value: string; readonly hint?: string }[] {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const others = Intl.supportedValuesOf("timeZone").filter((zone) => zone !== own && zone !== "UTC");
  return [
    { value: own, hint: "yours" },
    ...(own === "UTC" ? [] : [{ value: "UTC" }]),
    ...others.map((value) => ({ value })),
  ];
}

interface ZoneTokProps {
  readonly timeZone: string;
  readonly onChange: (timeZone: string) => void;
}

/** The time zone that a schedule is read in. */
export function ZoneTok({ timeZone, onChange }: ZoneTokProps) {
  return (
    <SuggestPopover
      trigger={<Tok aria-label={`Time zone: ${timeZone}`}>{timeZone}</Tok>}
      label="Time zone"
      placeholder="Find a city or a zone"
      suggestions={zones()}
      nothing="No zone is called so."
      onPick={onChange}
    />
  );
}
