import { Router } from "express";
import { expect, test } from "vitest";
import { limits } from "../../../../src/core/limits.ts";
import { createPlane } from "../../../../src/server/http/plane.ts";

test.each([
  ["platform", 0],
  ["SDK", limits.silentSeconds.value * 1000],
] as const)(
  "a request to the %s plane may take %i ms (0: for as long as it goes on, as an import or a recording may)",
  (name, ms) => {
    const plane = createPlane({
      name,
      guard: () => undefined,
      routes: Router(),
      problemOrigin: () => "http://127.0.0.1:1",
      log: () => undefined,
    });
    expect(plane.createListener().requestTimeout).toBe(ms);
  },
);
