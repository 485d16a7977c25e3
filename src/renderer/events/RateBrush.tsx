import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { timeWithSeconds } from "../text/format.ts";
import { moveEdge, type TimeRange, timeAt, wholeBars } from "./brush-range.ts";

interface RateBrushProps {
  /** What the chart shows, in ms UTC; `step` is a bar's width. */
  readonly view: TimeRange & { readonly step: number };
  readonly chosen: TimeRange | null;
  readonly onChoose: (range: TimeRange | null) => void;
}

/** Chooses a stretch of the chart: drag over it, or move its two edges by arrow keys. Escape lets go of it. */
export function RateBrush({ view, chosen, onChoose }: RateBrushProps) {
  const area = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<TimeRange | null>(null);
  const start = useRef(0);
  // Not `drawn`: on a busy page the button is let go of before the last move is on screen.
  const moved = useRef<TimeRange | null>(null);
  const range = drawn ?? chosen;
  const at = (event: PointerEvent) => {
    const box = area.current?.getBoundingClientRect();
    return box === undefined ? view.from : timeAt(view, (event.clientX - box.left) / box.width);
  };
  const onDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const held = event.target instanceof HTMLElement ? event.target.dataset.edge : undefined;
    start.current =
      chosen === null || held === undefined ? at(event) : held === "from" ? chosen.to : chosen.from;
    area.current?.setPointerCapture(event.pointerId);
  };
  const onMove = (event: PointerEvent) => {
    if (!area.current?.hasPointerCapture(event.pointerId)) return;
    const now = at(event);
    moved.current = { from: Math.min(start.current, now), to: Math.max(start.current, now) };
    setDrawn(moved.current);
  };
  const letGo = () => {
    moved.current = null;
    setDrawn(null);
  };
  const onUp = () => {
    const { current: chose } = moved;
    if (chose !== null && chose.to - chose.from >= view.step / 4) onChoose(wholeBars(chose, view.step));
    letGo();
  };
  const percent = (time: number) =>
    Math.min(100, Math.max(0, ((time - view.from) / Math.max(1, view.to - view.from)) * 100));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: for the mouse; by keyboard the edges move, and the times can be typed.
    <div
      ref={area}
      className="brush-area"
      onPointerDown={onDown}
      onPointerMove={onMove}
      onPointerUp={onUp}
      onPointerCancel={letGo}
      onDoubleClick={() => onChoose(null)}
    >
      {range !== null && (
        <div
          className="rate-brush"
          style={{ left: `${percent(range.from)}%`, right: `${100 - percent(range.to)}%` }}
        >
          {(["from", "to"] as const).map((edge) => (
            <span
              key={edge}
              className={`brush-edge is-${edge}`}
              data-edge={edge}
              role="slider"
              tabIndex={0}
              aria-label={edge === "from" ? "From" : "To"}
              aria-valuemin={view.from}
              aria-valuemax={view.to}
              aria-valuenow={range[edge]}
              aria-valuetext={timeWithSeconds(new Date(range[edge]).toISOString())}
              onKeyDown={(event: KeyboardEvent) => {
                const moved =
                  event.key === "Escape" ? null : moveEdge(event.key, event.shiftKey, edge, range, view);
                if (moved === undefined) return;
                event.preventDefault();
                event.stopPropagation();
                onChoose(moved);
              }}
            />
          ))}
        </div>
      )}
    </div>
  );
}
