import { expect, test } from "vitest";
import { spaceInconsistencies } from "../../../src/core/consistency.ts";
import type { SpaceDocument } from "../../../src/core/documents.ts";

const documentWith = (type: string, value: unknown) =>
  ({
    experienceTypes: [
      { id: "typ_1", key: "hero", properties: [{ id: "prp_1", key: "link", type, default: value }] },
    ],
    collections: [
      {
        id: "col_1",
        key: "home",
        sections: [],
        experiences: [
          {
            id: "exp_1",
            key: "hero",
            typeId: "typ_1",
            scenarios: [{ serve: { enabled: true, data: { link: value } } }],
          },
        ],
      },
    ],
    tribes: [],
    personas: [],
  }) as unknown as SpaceDocument;

test.each([
  "javascript:alert(1)",
  " JavaScript:alert(1)",
  "java\nscript:alert(1)",
  "vbscript:x",
  "data:text/html,<script>",
  "data:%74ext/html,x",
  "data:image/svg+xml,<svg onload=x>",
])("an address that runs, brought by git, is named by its place: %s", (address) => {
  const found = spaceInconsistencies(documentWith("url", address));
  expect(found.map(({ path }) => path.join("/"))).toEqual([
    "experienceTypes/0/properties/0/default",
    "collections/0/experiences/0/scenarios/0/serve/data/link",
  ]);
  expect(spaceInconsistencies(documentWith("string", address))).toEqual([]);
});

test.each(["https://example.com", "/tickets", "myapp://tickets", "data:image/png;base64,AA", "mailto:a@b.c"])(
  "any other is left alone: %s",
  (address) => {
    expect(spaceInconsistencies(documentWith("image", address))).toEqual([]);
  },
);

test("a Tribe that a file names by its key is told with the id to name it by", () => {
  const document = {
    experienceTypes: [],
    collections: [],
    tribes: [
      { id: "trb_1", key: "gold", rules: { all: [] } },
      { id: "trb_2", key: "vip", rules: { any: [{ tribe: "gold" }, { tribe: "silver" }] } },
    ],
    personas: [{ id: "psn_1", key: "ana", expected: { tribes: [{ tribe: "vip" }] } }],
  } as unknown as SpaceDocument;
  const hint = (id: string) => `; a file names Tribes by their ids, and that one is "${id}"`;
  expect(spaceInconsistencies(document).map(({ path, message }) => [path.join("/"), message])).toEqual([
    ["tribes/1/rules/any/0/tribe", `names no Tribe of this file: "gold"${hint("trb_1")}`],
    ["tribes/1/rules/any/1/tribe", 'names no Tribe of this file: "silver"'],
    ["personas/0/expected/tribes/0/tribe", `names no Tribe of this file: "vip"${hint("trb_2")}`],
  ]);
});
