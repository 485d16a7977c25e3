import type { EventColumn } from "../stores/event-columns.ts";

/** A column's narrowest width in px, and what it gets of the room that is left. */
const widths: Readonly<Record<EventColumn, readonly [narrowest: number, share: number]>> = {
  sequence: [64, 0],
  received: [118, 0],
  time: [118, 0],
  name: [160, 0.6],
  user: [124, 0.4],
  session: [120, 0.3],
  metadata: [150, 3],
  source: [84, 0],
  experience: [110, 0.3],
  sdk: [124, 0.4],
};

const track = (column: EventColumn): string => {
  if (column === "sequence") return "var(--margin-w)";
  // The stylesheet takes the SDK away where the list is narrow.
  if (column === "sdk") return "var(--sdk-track)";
  const [narrowest, share] = widths[column];
  return share === 0 ? `${narrowest}px` : `minmax(${narrowest}px, ${share}fr)`;
};

/** The grid's columns and the least room they need, as the list's custom properties. */
export const columnTracks = (shown: readonly EventColumn[]): Readonly<Record<string, string>> => ({
  "--cols": shown.map(track).join(" "),
  "--row-min": `${shown.filter((one) => one !== "sdk").reduce((sum, column) => sum + widths[column][0], 0)}px`,
});
