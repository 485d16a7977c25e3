import { createElement, type ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Client } from "../../../src/sdk/browser/client.ts";
import { Experience } from "../../../src/sdk/browser/experience.ts";
import { useExperience, useSection, useSession } from "../../../src/sdk/browser/react/react.ts";
import { Section } from "../../../src/sdk/browser/section.ts";
import { fakePageForEach, fallbacks, pass, started, state } from "../../helpers/fake-page.ts";

const page = fakePageForEach();
type Hero = Experience<{ headline: string }>;

function Banner({ of }: { readonly of: Hero }): ReactElement | null {
  const { enabled, data } = useExperience(of);
  return enabled ? createElement("h1", null, data.headline) : null;
}
function Body({ of }: { readonly of: Section<Hero> }): ReactElement {
  const { children } = useSection(of);
  return createElement(
    "ul",
    null,
    ...children.map((child) => createElement(Banner, { of: child, key: child.id })),
  );
}
function Status({ of }: { readonly of: Client | Client["session"] }): ReactElement {
  const { status, anonymous } = useSession(of);
  return createElement("p", null, `${status} ${anonymous}`);
}

const make = () => {
  const client = new Client({ apiKey: "us_dev_1", fallbacks });
  const banner: Hero = new Experience(client, { id: "banner", key: "home.banner" });
  const promo: Hero = new Experience(client, { id: "promo", key: "home.promo" });
  const body = new Section(client, { id: "body", key: "home.body" }, { promo, banner });
  const html = () =>
    renderToString(
      createElement(
        "main",
        null,
        createElement(Banner, { of: banner }),
        createElement(Body, { of: body }),
        createElement(Status, { of: client }),
        createElement(Status, { of: client.session }),
      ),
    );
  return { client, banner, html };
};

const want = "<main><h1>fallback</h1><ul><h1>fallback</h1></ul><p>idle true</p><p>idle true</p></main>";

describe("server rendering", () => {
  it("renders the fallbacks, asks nobody, and keeps nothing", () => {
    expect(make().html()).toBe(want);
    expect([page().asked, page().stored.size, page().errors]).toEqual([[], 0, []]);
  });

  it("renders the same once the session has its answer, so that hydration fits; and locks nothing", async () => {
    page().onStart = () =>
      started({ banner: state("targeted"), body: { enabled: true, data: {}, children: [] } });
    const { client, banner, html } = make();
    void client.session.start({ userId: "u1" });
    await pass(10);
    expect(html()).toBe(want);
    expect(banner.data.headline).toBe("targeted");
  });
});
