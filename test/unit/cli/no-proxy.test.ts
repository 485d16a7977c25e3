import { expect, it } from "vitest";
import { askLoopbackDirectly } from "../../../src/cli/no-proxy.ts";

const proxy = "http://proxy.example:3128";
const own = "127.0.0.1,localhost,[::1]";
it.each<{ name: string; given: NodeJS.ProcessEnv; want: NodeJS.ProcessEnv }>([
  { name: "no proxy", given: { NO_PROXY: "a.example" }, want: {} },
  { name: "a proxy that is empty", given: { HTTP_PROXY: "" }, want: {} },
  { name: "a proxy", given: { HTTP_PROXY: proxy }, want: { NO_PROXY: own } },
  { name: "one in small letters", given: { http_proxy: proxy }, want: { NO_PROXY: own } },
  {
    name: "others that go past it",
    given: { HTTP_PROXY: proxy, NO_PROXY: "a.example" },
    want: { NO_PROXY: `a.example,${own}` },
  },
  {
    name: "others in small letters, which are the ones that count",
    given: { HTTP_PROXY: proxy, NO_PROXY: "b.example", no_proxy: "a.example" },
    want: { no_proxy: `a.example,${own}` },
  },
  { name: "all that goes past it", given: { HTTP_PROXY: proxy, NO_PROXY: "*" }, want: {} },
])("loopback is asked directly: $name", ({ given, want }) => {
  const env = { ...given };
  askLoopbackDirectly(env);
  expect(env).toEqual({ ...given, ...want });
});
