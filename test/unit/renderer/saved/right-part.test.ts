import { describe, expect, it } from "vitest";
import { rightPart } from "../../../../src/renderer/saved/right-part.ts";

const server = {
  name: "Hero",
  scenarios: [
    { id: "a", schedule: null, serve: { data: { title: "A", seats: 1 } } },
    { id: "b", schedule: null, serve: { data: { title: "B", seats: 2 } } },
  ],
};
type Part = typeof server;
const scenario = (id: string, title: string, more: object = {}) =>
  ({ id, schedule: null, serve: { data: { title, seats: 1 } }, ...more }) as Part["scenarios"][number];
const wrong = { schedule: { from: "2026-12-01", until: "2026-01-01" } };

const sent = (edit: Partial<Part>, ...paths: readonly string[]) => {
  const errors = paths.map((path) => ({ path, detail: "is wrong" }));
  return rightPart(edit, server, (one) => (one === edit ? errors : []));
};

describe("what of an edit can be saved", () => {
  it("is all of it where nothing is wrong", () => {
    const edit = { name: "Banner" };
    expect(sent(edit)).toBe(edit);
  });

  it("is what is right beside what is wrong, also within one scenario", () => {
    const edit = { name: "", scenarios: [scenario("a", "New", wrong), scenario("b", "B")] };
    const scenarios = [scenario("a", "New"), scenario("b", "B")];
    expect(sent(edit, "/name", "/scenarios/0/schedule/until")).toEqual({ scenarios });
  });

  it("finds the server's by its id, and leaves out a new one that is wrong", () => {
    const edit = { scenarios: [scenario("new", "N", wrong), scenario("b", "New"), scenario("a", "A")] };
    const scenarios = [scenario("b", "New"), scenario("a", "A")];
    expect(sent(edit, "/scenarios/0/schedule/until")).toEqual({ scenarios });
  });

  it("is nothing where the rest is what the server has, or where the whole is wrong", () => {
    expect(
      sent(
        { scenarios: [{ ...server.scenarios[0], ...wrong } as never, server.scenarios[1] as never] },
        "/scenarios/0/schedule",
      ),
    ).toEqual({});
    expect(sent({ name: "Banner" }, "")).toEqual({});
  });

  it("is nothing where what is left is wrong, too", () => {
    const check = () => [{ path: "/name", detail: "is wrong with anything" }];
    expect(rightPart({ name: "", scenarios: [] }, server, check)).toEqual({});
  });
});
