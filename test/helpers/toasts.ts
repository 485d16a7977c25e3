import type { Page } from "playwright-core";
import { toastTime } from "../../src/renderer/stores/toasts-store.ts";

/**
 * Messages that come from now on stay until they are pressed: where a test has much to do before it presses one, its time
 * would run out on a slow machine.
 */
export const keepToasts = (page: Page) =>
  page.evaluate((time) => {
    const start = window.setTimeout;
    const patient = (run: TimerHandler, delay?: number, ...rest: unknown[]) =>
      start(run, delay === time ? time * 1000 : delay, ...rest);
    Object.assign(window, { setTimeout: patient });
  }, toastTime);
