import { useState } from "react";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Property } from "../../../src/core/experience-type.ts";
import { ListInput } from "../../../src/renderer/values/ListInput.tsx";
import { emptyCinema } from "../../helpers/dom/cinema-place.ts";
import { showPart } from "../../helpers/dom/show.tsx";

const tags: Property = { id: "prp_tags", key: "tags", name: "Tags", type: "list" };

function Sample() {
  const [value, setValue] = useState<unknown>(["a", "b", "c"]);
  return (
    <ListInput
      property={tags}
      value={value}
      onChange={setValue}
      label="Tags"
      invalid={false}
      describedBy={undefined}
    />
  );
}

const item = (place: number) => page.getByLabelText(`Tags ${place}`, { exact: true });
const items = () =>
  page
    .getByRole("list", { name: "Tags" })
    .getByRole("textbox")
    .elements()
    .map((one) => (one as HTMLInputElement).value);

it("moves one value as often as the keys are pressed, however soon one follows the other", async () => {
  showPart(emptyCinema(), <Sample />);
  await item(1).click();
  // In one task, so that nothing comes between them.
  for (let time = 0; time < 2; time += 1) {
    const options = { key: "ArrowDown", altKey: true, bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", options));
  }
  await userEvent.keyboard("x");
  await expect.poll(items).toEqual(["b", "c", "ax"]);
  await userEvent.keyboard("{Alt>}{ArrowUp}{/Alt}");
  await expect.poll(items).toEqual(["b", "ax", "c"]);
});

it("goes to a value that is added, and to the one before a value that is taken away", async () => {
  showPart(emptyCinema(), <Sample />);
  await page.getByRole("button", { name: "Add an item to Tags" }).click();
  await userEvent.keyboard("d");
  await expect.poll(items).toEqual(["a", "b", "c", "d"]);
  await page.getByRole("button", { name: "Remove Tags 3" }).click();
  await expect.element(item(2)).toHaveFocus();
  await expect.poll(items).toEqual(["a", "b", "d"]);
});
