import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { paced } from "../../../../src/renderer/live/paced.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Answers when it is told to. */
const held = () => {
  const answers: (() => void)[] = [];
  const ask = vi.fn(() => new Promise<void>((done) => answers.push(done)));
  return { ask, answer: () => answers.shift()?.() };
};

it("asks at once, then once more for all that came meanwhile, a second later", async () => {
  const ask = vi.fn(async () => undefined);
  const news = paced(ask);
  for (let batch = 0; batch < 9; batch += 1) {
    news.ask();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(ask).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ask).toHaveBeenCalledTimes(2);
});

it("waits for an answer that takes long, also one that fails", async () => {
  const { ask, answer } = held();
  const news = paced(() => ask().then(() => Promise.reject(new Error("gone"))));
  news.ask();
  await vi.advanceTimersByTimeAsync(5000);
  news.ask();
  expect(ask).toHaveBeenCalledTimes(1);
  answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(ask).toHaveBeenCalledTimes(2);
});

it("asks no more once it is stopped", async () => {
  const ask = vi.fn(async () => undefined);
  const news = paced(ask);
  news.ask();
  news.ask();
  news.stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect(ask).toHaveBeenCalledTimes(1);
});

it("asks at once again after a rest, and no more than once in so long", async () => {
  const ask = vi.fn(async () => undefined);
  const news = paced(ask, 300);
  for (const times of [1, 2, 3]) {
    news.ask();
    expect(ask).toHaveBeenCalledTimes(times);
    await vi.advanceTimersByTimeAsync(5000);
  }
  news.ask();
  news.ask();
  await vi.advanceTimersByTimeAsync(299);
  expect(ask).toHaveBeenCalledTimes(4);
  await vi.advanceTimersByTimeAsync(1);
  expect(ask).toHaveBeenCalledTimes(5);
});

it("asks no more for what came while it waited for an answer, where it is stopped by then", async () => {
  const { ask, answer } = held();
  const news = paced(ask);
  news.ask();
  await vi.advanceTimersByTimeAsync(5000);
  news.ask();
  news.stop();
  answer();
  await vi.advanceTimersByTimeAsync(5000);
  expect(ask).toHaveBeenCalledTimes(1);
});

it("leaves no timer behind", async () => {
  const news = paced(async () => undefined);
  news.ask();
  news.stop();
  expect(vi.getTimerCount()).toBe(0);
});
