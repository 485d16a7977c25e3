import "./quick-react.ts";
import { afterEach, beforeEach, expect } from "vitest";
import { tidy, watch } from "./show.tsx";

// Vitest runs this file for each test file, and the modules below it once: they share a page.
beforeEach(watch);
afterEach(() => expect(tidy()).toEqual([]));
