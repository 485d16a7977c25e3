import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import type { Client, Experience, Fallbacks } from "../../src/sdk/browser/index.ts";
import { bundle } from "./page-server.ts";
import { patience } from "./patience.ts";
import type { TestServer } from "./server.ts";

const built = resolve(import.meta.dirname, "../../out/sdk/browser");

/** What a page of the tests is set up with. */
export interface AppSettings {
  readonly apiKey: string | null;
  readonly serviceUrl: string;
  readonly fallbacks: Fallbacks;
  readonly bannerId: string;
  readonly sessionLock?: boolean;
  readonly waitTimeMsec?: number;
}

declare global {
  interface Window {
    setUp(settings: AppSettings): void;
    understudy: Client;
    banner: Experience<{ headline: string }>;
    /** Every headline that was on the page, in order. */
    shown: string[];
  }
}

/** What an app does with the runtime: shows one Experience, and shows it again when it changes. */
const app = `
  window.shown = [];
  window.setUp = ({ apiKey, serviceUrl, fallbacks, bannerId, ...settings }) => {
    const client = new Client({ apiKey, fallbacks });
    Object.assign(client, { serviceUrl, ...settings });
    const banner = new Experience(client, { id: bannerId, key: "page.banner" });
    const render = () => {
      const headline = banner.enabled ? banner.data.headline : "off";
      document.body.textContent = headline;
      window.shown.push(headline);
    };
    render();
    banner.changed(render);
    Object.assign(window, { understudy: client, banner });
  };
`;

/** The app with the runtime's ESM build bundled in, as an app's own build does it. */
export const bundledApp = (): Promise<string> =>
  bundle(`import { Client, Experience } from ${JSON.stringify(join(built, "index.js"))};${app}`);

/** The app as a plain script after the runtime's script. */
export const scriptApp = (): string =>
  `${readFileSync(join(built, "understudy.iife.js"), "utf8")}\nconst { Client, Experience } = Understudy;${app}`;

/** Components over the React hooks, under StrictMode, over the same runtime. */
export const reactApp = (): Promise<string> =>
  bundle(`
    import { createElement, StrictMode } from "react";
    import { createRoot } from "react-dom/client";
    import { Client, Experience } from ${JSON.stringify(join(built, "index.js"))};
    import { useExperience, useSession } from ${JSON.stringify(join(built, "react.js"))};
    window.shown = [];
    window.setUp = ({ apiKey, serviceUrl, fallbacks, bannerId, ...settings }) => {
      const client = new Client({ apiKey, fallbacks });
      Object.assign(client, { serviceUrl, ...settings });
      const banner = new Experience(client, { id: bannerId, key: "page.banner" });
      const App = () => {
        const { enabled, data } = useExperience(banner);
        const { status } = useSession(client);
        window.shown.push(status + " " + data.headline);
        return createElement("h1", null, status + " " + (enabled ? data.headline : "off"));
      };
      document.body.append(document.createElement("main"));
      createRoot(document.querySelector("main")).render(createElement(StrictMode, null, createElement(App)));
      Object.assign(window, { understudy: client, banner });
    };
  `);

/** Settings for a page of this server, whose banner's fallback says "fallback". */
export const appSettings = (
  server: TestServer,
  bannerId: string,
  more: Partial<AppSettings> = {},
): AppSettings => ({
  apiKey: server.keys.development,
  serviceUrl: server.sdkUrl,
  fallbacks: {
    space: server.spaceKey,
    revision: 0,
    states: { [bannerId]: { enabled: true, data: { headline: "fallback" } } },
  },
  bannerId,
  ...more,
});

/** Resolves once the page's text is this. */
export const waitForText = (page: Page, text: string) =>
  page.waitForFunction((wanted) => document.body.textContent === wanted, text, { timeout: patience });
