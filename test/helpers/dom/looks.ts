import axe from "axe-core";
import { inject } from "vitest";
import { commands, page, userEvent } from "vitest/browser";
import { atRest } from "../at-rest.ts";
import { newTexts } from "../new-texts.ts";
import { isPlainlyRead } from "./plain-contrast.ts";

// A menu is walked by its arrow keys, which scroll it; axe looks for what Tab reaches.
axe.configure({
  rules: [{ id: "scrollable-region-focusable", selector: ":not([role=menu], [role=menu] *)" }],
});

const themes = ["light", "dark"] as const;

/** As patient as the end-to-end tests are: a page of a busy machine took longer than 15 s. */
export const settled = () => atRest(30_000);

/**
 * What axe has against what is shown, in one line each: by all its rules in the light theme, by its contrast in the dark one,
 * where only colours differ. A page that does not follow the operator's system, or looks the same in both, is a finding too.
 * `contrastOf` says where contrast is measured: what has just opened over a page that was looked at before.
 */
export async function axeFindings(called: string, contrastOf = "html"): Promise<string[]> {
  await settled();
  const root = document.documentElement;
  const findings = "theme" in root.dataset ? ["the page does not follow the system's theme"] : [];
  // By the attribute below it is not seen.
  if ([...document.styleSheets].some(asksSystem))
    findings.push("a style asks for the system's theme by itself");
  const inks: string[] = [];
  for (const theme of themes) {
    // The page is drawn in the dark theme only if there is something new to look at.
    if (theme === "dark") root.dataset.theme = theme;
    endTransitions();
    inks.push(getComputedStyle(document.body).color);
    const found = await violations(theme === "light", contrastOf);
    findings.push(...found.map((line) => `${theme}: ${line}`));
    if (inject("pictures")) await keepPictures(`${called}-${theme}`);
  }
  delete root.dataset.theme;
  endTransitions();
  if (inks[0] === inks[1]) findings.push("dark: it looks as in the light theme");
  return findings;
}

const silent = new WeakSet<CSSStyleSheet>();
function asksSystem(sheet: CSSStyleSheet): boolean {
  if (silent.has(sheet)) return false;
  const asks = [...sheet.cssRules].some(({ cssText }) => cssText.includes("prefers-color-scheme"));
  if (!asks) silent.add(sheet);
  return asks;
}

/** Colours are the new ones at once. */
function endTransitions(): void {
  for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish();
}

/** Keeps what is shown as a picture, in both sizes that the docs show. */
async function keepPictures(called: string): Promise<void> {
  const [width, height] = [innerWidth, innerHeight];
  for (const [wide, high] of [
    [1440, 900],
    [1280, 800],
  ] as const) {
    await page.viewport(wide, high);
    await settled();
    await commands.keepPicture(`${called}-${wide}`);
  }
  await page.viewport(width, height);
}

async function violations(byAllRules: boolean, contrastOf: string): Promise<string[]> {
  const how = { resultTypes: ["violations" as const], preload: false };
  const texts = new Map(newTexts(contrastOf, [...good]));
  for (const [style, text] of texts)
    if (isPlainlyRead(text)) {
      good.add(style);
      texts.delete(style);
    }
  const contrast =
    texts.size === 0
      ? []
      : (await axe.run({ include: [...texts.values()] }, { ...how, runOnly: ["color-contrast"] })).violations;
  if (contrast.length === 0) for (const style of texts.keys()) good.add(style);
  const rest = byAllRules
    ? (await axe.run({ ...how, rules: { "color-contrast": { enabled: false } } })).violations
    : [];
  return [...contrast, ...rest].flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`),
  );
}

/** Styles of texts that have contrast enough. */
const good = new Set<string>();

/** What is said to be wrong: nothing is, as long as nobody has typed. */
export const complaints = (within: ParentNode = document): readonly string[] =>
  [...within.querySelectorAll('[aria-invalid="true"], .field-error:not(:empty)')].map(
    (one) => `wrong before anything is typed: ${one.outerHTML.slice(0, 160)}`,
  );

/** By how much the page is wider than its window, and what would be cut without “…”: a flex box or a grid draws none. */
export function overflow(): readonly string[] {
  const wider = document.documentElement.scrollWidth - innerWidth;
  const holdsText = ({ childNodes }: Element) =>
    [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== "");
  const undotted = [...document.querySelectorAll("#root *")].filter((one) => {
    const { textOverflow, display } = getComputedStyle(one);
    return textOverflow === "ellipsis" && /flex|grid/.test(display) && holdsText(one);
  });
  return [
    ...(wider > 0 ? [`${wider} px wider than the window`] : []),
    ...undotted.map((one) => `cut without “…”: ${one.outerHTML.slice(0, 120)}`),
  ];
}

/** Half of 1280 by 800: what is left of a laptop's screen at a zoom of 200 %. */
export const zoomed = [640, 400] as const;

/** A quarter of 1280 by 1024, at a zoom of 400 %. */
const zoomedMost = [320, 256] as const;

/** What makes a zoomed page scroll in two directions, and what of its head and frame is out of reach (WCAG 1.4.10). */
export async function outOfReach(): Promise<string[]> {
  return [...(await outOfReachAt(zoomed)), ...(await outOfReachAt(zoomedMost))];
}

async function outOfReachAt(size: readonly [width: number, height: number]): Promise<string[]> {
  await page.viewport(...size);
  await settled();
  const buttons = document.querySelectorAll<HTMLElement>(".page-head :is(button, a), .app .bar button");
  const isOut = ({ left, right, width }: DOMRect) => width > 0 && (left < 0 || right > innerWidth + 1);
  const out = [...buttons].filter((one) => isOut(one.getBoundingClientRect())).map((one) => one.innerText);
  const { scrollWidth } = document.documentElement;
  const faults = scrollWidth > innerWidth ? [...out, `the page is ${scrollWidth} px wide`] : out;
  return faults.map((fault) => `at ${size.join(" by ")}: ${fault}`);
}

/** What has a ring that something around it cuts off, of what matches in the page; each gets the focus in turn, as by Tab. */
export async function cutRings(selector: string): Promise<string[]> {
  // The keyboard was used last: what gets the focus has its ring.
  await userEvent.keyboard("{Shift}");
  const all = [...document.querySelectorAll<HTMLElement>(selector)];
  const cut = all.filter((one) => {
    one.focus();
    return document.activeElement === one && Math.max(...cutsOf(one)) > 0.6;
  });
  return all.length === 0 ? [`no ${selector}`] : cut.map((one) => one.outerHTML.slice(0, 120));
}

/** How far an element's ring lies beyond each edge of what is around it, in px. */
function cutsOf(focused: HTMLElement): number[] {
  const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(focused);
  const ring =
    outlineStyle === "none" ? 0 : Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
  const { left, top, right, bottom } = focused.getBoundingClientRect();
  const cuts = [0];
  for (let around = focused.parentElement; around !== null; around = around.parentElement) {
    if (getComputedStyle(around).overflow === "visible") continue;
    const box = around.getBoundingClientRect();
    const [x, y] = [box.left + around.clientLeft, box.top + around.clientTop];
    cuts.push(x - left + ring, y - top + ring);
    cuts.push(right + ring - x - around.clientWidth, bottom + ring - y - around.clientHeight);
  }
  return cuts;
}
