import { expect, test } from "vitest";
import { propertyKeyOf } from "../../../src/core/experience-type.ts";

test("a property's key is its name in camelCase, and free", () => {
  for (const name of ["Opens at", "opens at", "opensAt", "OpensAt", "opens-at"])
    expect(propertyKeyOf(name, [])).toBe("opensAt");
  expect(propertyKeyOf("größeÄndern", [])).toBe("grosseAndern");
  expect(propertyKeyOf("HTML", [])).toBe("html");
  expect(propertyKeyOf("Headline", ["headline"])).toBe("headline2");
  expect(propertyKeyOf("Headline", ["headline", "headline2"])).toBe("headline3");
  expect(propertyKeyOf("Constructor", [])).toBe("constructor2");
  expect(propertyKeyOf("…", [])).toBe("property");
});
