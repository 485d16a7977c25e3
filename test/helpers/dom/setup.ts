import "./quick-react.ts";
import { afterEach, beforeEach, expect, inject } from "vitest";
import { tidy, watch } from "./show.tsx";

// Vitest runs this file for each test file, and the modules below it once: they share a page.
beforeEach(watch);
afterEach(() => expect(tidy()).toEqual([]));

// Nobody sees it: what is laid out, and not put on a screen, costs a tenth less.
const frame = window.frameElement as HTMLElement | null;
const isSeen = inject("pictures") || !navigator.userAgent.includes("Headless");
if (frame !== null && !isSeen) frame.style.opacity = "0";
