import { describe, expect, it } from "vitest";
import { linkPath } from "../../../src/core/deep-link.ts";

describe("linkPath", () => {
  it.each([
    ["understudy://spaces/cinema/production/events", "/spaces/cinema/production/events"],
    ["understudy://spaces/cinema/production/events/", "/spaces/cinema/production/events"],
    [
      "understudy://spaces/cinema/staging/users/ana%20ribeiro?tab=events",
      "/spaces/cinema/staging/users/ana%20ribeiro?tab=events",
    ],
    ["understudy://spaces/a/development/tribes/new", "/spaces/a/development/tribes/new"],
  ])("%s leads to a page", (link, path) => expect(linkPath(link)).toBe(path));

  it.each([
    "",
    "understudy://",
    "understudy://open",
    "understudy:spaces/cinema/production/events",
    "UNDERSTUDY://spaces/cinema/production/events",
    "https://spaces/cinema/production/events",
    " understudy://spaces/cinema/production/events",
    "understudy://spaces/cinema/production",
    "understudy://spaces/cinema/test/events",
    "understudy://spaces/cinema/production/admin",
    "understudy://spaces/Cinema/production/events",
    "understudy://spaces/../production/events",
    "understudy://spaces/cinema/production/events/../../../../launch",
    "understudy://spaces/cinema/production/events/%2e%2e/x",
    "understudy://spaces/cinema/production/events/a%2fb",
    "understudy://spaces/cinema/production/events/a%5cb",
    "understudy://spaces/cinema/production/events/%00",
    "understudy://spaces/cinema/production/events/%E0%A4%A",
    "understudy://spaces/cinema/production/events//x",
    "understudy://spaces/cinema/production/events?q=<script>",
    'understudy://spaces/cinema/production/events?q="',
    "understudy://spaces/cinema/production/events#token",
    "understudy://spaces@example.com/cinema/production/events",
    "understudy://spaces:1/cinema/production/events",
    "understudy://spaces/cinema/production/events\nx",
    "understudy://spaces/cinema/production/events?q=a\nb",
    `understudy://spaces/cinema/production/events/${"a".repeat(2000)}`,
  ])("%j leads nowhere", (link) => expect(linkPath(link)).toBeNull());
});
