import { useState } from "react";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { codeFiles } from "../../../src/renderer/code/code-changes.ts";
import { FileTree } from "../../../src/renderer/code/FileTree.tsx";
import { emptyCinema } from "../../helpers/dom/cinema-place.ts";
import { showPart } from "../../helpers/dom/show.tsx";

const paths = ["cinema/fallbacks.ts", "cinema/index.ts", "understudy/index.js"];
const files = codeFiles(
  paths.map((path) => ({ path, text: path })),
  null,
);

function Files() {
  const [open, setOpen] = useState("cinema/fallbacks.ts");
  return <FileTree files={files} failed={false} open={open} onOpen={setOpen} />;
}

const rows = () =>
  page
    .getByRole("treeitem")
    .elements()
    .map((row) => [row.textContent, row.ariaLevel, row.ariaExpanded, row.ariaSelected].join(" ").trim());
const focused = () => document.activeElement?.getAttribute("data-id");

it("is a tree: its keys walk it, fold its folders and open its files; Tab comes to one row", async () => {
  showPart(emptyCinema(), <Files />);
  await expect
    .poll(rows)
    .toEqual([
      "cinema 1 true",
      "fallbacks.ts 2  true",
      "index.ts 2  false",
      "understudy 1 true",
      "index.js 2  false",
    ]);
  await userEvent.keyboard("{Tab}");
  await expect.poll(focused).toBe("cinema/fallbacks.ts");
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect.poll(() => rows()[2]).toBe("index.ts 2  true");
  await userEvent.keyboard("{ArrowLeft}");
  await expect.poll(focused).toBe("cinema/");
  await userEvent.keyboard("{ArrowLeft}");
  await expect.poll(rows).toEqual(["cinema 1 false", "understudy 1 true", "index.js 2  false"]);
  await userEvent.keyboard("u");
  await expect.poll(focused).toBe("understudy/");
  await userEvent.keyboard("{Home} ");
  await expect.poll(rows).toHaveLength(5);
  await userEvent.keyboard("{End}");
  await expect.poll(focused).toBe("understudy/index.js");
  await userEvent.keyboard("{Shift>}{Tab}{/Shift}");
  await expect.poll(() => document.activeElement?.closest("[role=tree]") ?? null).toBe(null);
});
