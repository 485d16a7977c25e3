import { expect, test } from "vitest";
import { slug } from "../../../../src/core/primitives.ts";
import { keyOfName } from "../../../../src/server/workspace/key-of-name.ts";

test.each([
  ["Häuser & Co.", "hauser-co"],
  ["Straßenbahn", "strassenbahn"],
  ["Łódź: Smørrebrød", "lodz-smorrebrod"],
  ["映画", "yinghua"],
  ["ヒーロー", "hiro"],
  ["مرحبا", "mrhb"],
  ["Привет мир", "privet-mir"],
  ["한국어 배너", "hangugeo-baeneo"],
  ["😀", "grinning"],
  ["映画 3", "yinghua-3"],
  ["123", "type"],
  ["…", "type"],
])("the name %s makes the key %s", (name, key) => {
  expect(keyOfName(name, "type")).toBe(key);
  expect(slug.safeParse(key).success).toBe(true);
});
