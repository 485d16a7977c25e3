import { useSortable } from "@dnd-kit/sortable";
import { useState } from "react";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Grip, Sortable } from "../../../src/renderer/parts/Sortable.tsx";
import { moved } from "../../../src/renderer/values/ListInput.tsx";
import { emptyCinema } from "../../helpers/dom/cinema-place.ts";
import { showPart } from "../../helpers/dom/show.tsx";

function Row({ id }: { readonly id: string }) {
  const sortable = useSortable({ id });
  return (
    <li ref={sortable.setNodeRef}>
      {id}
      <Grip sortable={sortable} name={id} />
    </li>
  );
}

let moving: boolean[] = [];
let elsewhere: (ids: readonly string[]) => void = () => {};
function Sample() {
  const [ids, setIds] = useState<readonly string[]>(["a", "b", "c"]);
  elsewhere = setIds;
  return (
    <>
      <Sortable
        ids={ids}
        nameOf={(id) => id}
        onPut={(id, at) => setIds(moved(ids, ids.indexOf(id), ids.indexOf(at)))}
        onMoving={(isMoving) => moving.push(isMoving)}
      >
        <ul>
          {ids.map((id) => (
            <Row key={id} id={id} />
          ))}
        </ul>
      </Sortable>
      <button type="button" onMouseEnter={() => setIds(ids.filter((id) => id !== "a"))}>
        Somebody takes a away
      </button>
    </>
  );
}

const rows = () =>
  page
    .getByRole("listitem")
    .elements()
    .map((one) => one.textContent);
const grip = (name: string) => page.getByRole("button", { name: `Move ${name}`, exact: true });
const press = (code: string, more: KeyboardEventInit = {}) =>
  document.activeElement?.dispatchEvent(
    new KeyboardEvent("keydown", { code, key: code, bubbles: true, cancelable: true, ...more }),
  );

it("takes hold, and moves with each arrow, held down too", async () => {
  showPart(emptyCinema(), <Sample />);
  await grip("a").click();
  press("Space");
  press("ArrowDown");
  press("ArrowDown", { repeat: true });
  await expect.poll(rows).toEqual(["b", "c", "a"]);
  await expect.element(grip("a")).toHaveAttribute("aria-pressed", "true");
  await userEvent.keyboard("{Escape}");
  await expect.poll(rows).toEqual(["a", "b", "c"]);
  await expect.element(grip("a")).toHaveAttribute("aria-pressed", "false");
});

it("Escape takes back what was moved here, and not what somebody else has put in order meanwhile", async () => {
  showPart(emptyCinema(), <Sample />);
  await grip("a").click();
  press("Space");
  elsewhere(["c", "b", "a"]);
  await expect.poll(rows).toEqual(["c", "b", "a"]);
  press("ArrowUp");
  press("ArrowUp");
  await expect.poll(rows).toEqual(["a", "c", "b"]);
  press("Escape");
  await expect.poll(rows).toEqual(["c", "b", "a"]);
});

it("lets go of a row that somebody else takes away", async () => {
  moving = [];
  showPart(emptyCinema(), <Sample />);
  await grip("a").click();
  press("Space");
  await page.getByText("Somebody takes a away").hover();
  await expect.poll(rows).toEqual(["b", "c"]);
  await expect.poll(() => moving).toEqual([true, false]);
});
