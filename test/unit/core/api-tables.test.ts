import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { z } from "zod";
import { sdkApi } from "../../../src/core/api/sdk.ts";
import { platformApi } from "../../../src/core/api.ts";
import type { RouteSpec } from "../../../src/core/route.ts";

const folder = resolve(import.meta.dirname, "../../../src/core/api");

/** The names of every table in the folder, in no order. */
async function namesInFiles(): Promise<string[]> {
  const modules = readdirSync(folder).map(
    (file): Promise<object> => import(pathToFileURL(join(folder, file)).href),
  );
  const tables = (await Promise.all(modules)).flatMap((exported) => Object.values(exported));
  return tables.flatMap((table) => (typeof table === "object" ? Object.keys(table) : []));
}

it("holds the routes of every file, each once: of two with one name, the later would hide the other", async () => {
  const names = [...Object.keys(platformApi), ...Object.keys(sdkApi)];
  expect((await namesInFiles()).sort()).toEqual(names.sort());
});

it("gives no two routes the same method and path", () => {
  const routes = [...Object.values(platformApi), ...Object.values(sdkApi)];
  const places = routes.map(({ method, path }) => `${method} ${path}`);
  expect(places.length).toBeGreaterThan(80);
  expect(places.filter((place, at) => places.indexOf(place) !== at)).toEqual([]);
});

it("pages every list by a limit of 1 to 200", () => {
  const lists = Object.entries<RouteSpec>(platformApi).filter(
    ([, { answer }]) => answer instanceof z.ZodObject && "data" in answer.shape,
  );
  expect(lists.length).toBeGreaterThan(20);
  const takes = ({ query }: RouteSpec, limit: string) => query?.safeParse({ limit }).success ?? false;
  const other = lists.filter(
    ([, route]) =>
      ["0", "1", "200", "201"].map((one) => takes(route, one)).join() !== "false,true,true,false",
  );
  expect(other.map(([name]) => name)).toEqual([]);
});
