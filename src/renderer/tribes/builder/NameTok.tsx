import { Blend } from "lucide-react";
import { eventName } from "../../../core/event.ts";
import { Suggest, type Suggestion } from "../../parts/Suggest.tsx";
import type { BlankPiece } from "../../rules/sentence-piece.ts";
import { tooLong } from "../../text/too-long.ts";
import { type Builder, useBuilder } from "./builder-context.ts";
import { PopoverTok } from "./PopoverTok.tsx";
import {
  eventSuggestions,
  fieldSuggestions,
  keySuggestions,
  labelSuggestions,
  longest,
  tribeSuggestions,
} from "./suggestions.ts";

type Kind = "field" | "event" | "label" | "key" | "tribe";

interface NameTokProps {
  readonly piece: BlankPiece;
  readonly kind: Kind;
  readonly value: string;
}

const labels: Readonly<Record<Kind, string>> = {
  field: "Field",
  event: "Event",
  label: "Label",
  key: "Metadata key",
  tribe: "Tribe",
};

/** A blank that names something: what was really seen is suggested, and anything else can be typed. */
export function NameTok({ piece, kind, value }: NameTokProps) {
  const builder = useBuilder();
  const label = labels[kind];
  const suggestions = suggested(builder, piece, kind);
  const words = kind === "event" && value !== "" ? <EventWords name={value} /> : piece.words;
  return (
    <PopoverTok
      piece={piece}
      label={label}
      look={kind === "tribe" ? "noun" : "mono"}
      words={words}
      {...(kind === "tribe" && { icon: Blend })}
    >
      {(close) => (
        <Suggest
          label={label}
          placeholder={kind === "tribe" ? "Find a Tribe" : `Type or choose: ${label.toLowerCase()}`}
          suggestions={suggestions}
          free={kind !== "tribe"}
          loading={(kind === "tribe" ? builder.tribes : builder.seen) === null}
          unread={kind === "tribe" ? builder.unread.tribes : builder.unread.seen}
          nothing={kind === "tribe" ? "There is no such Tribe." : "Nothing was seen yet: type a name."}
          check={(typed) => problemOf(kind, typed)}
          onPick={(picked) => {
            builder.actions.fill(piece, picked);
            close();
          }}
        />
      )}
    </PopoverTok>
  );
}

function EventWords({ name }: { readonly name: string }) {
  const slash = name.indexOf("/") + 1;
  return (
    <span>
      <span className="muted">{name.slice(0, slash)}</span>
      {name.slice(slash)}
    </span>
  );
}

function suggested({ seen, tribes, id, actions }: Builder, piece: BlankPiece, kind: Kind): Suggestion[] {
  switch (kind) {
    case "field":
      return fieldSuggestions(seen);
    case "event":
      return eventSuggestions(seen);
    case "label":
      return labelSuggestions(seen);
    case "tribe":
      return tribeSuggestions(tribes ?? [], id);
    case "key":
      return keySuggestions(seen, actions.rule, piece.path);
  }
}

/** The longest that core takes of each, in characters. */
function problemOf(kind: Kind, typed: string): string | null {
  const long = tooLong(typed, longest[kind]);
  if (long !== null || kind !== "event") return long;
  return eventName.safeParse(typed).success ? null : "An event is <group>/<action>, such as movie/watched.";
}
