import { afterEach, expect, it, vi } from "vitest";
import { CliError } from "../../../../src/cli/cli-error.ts";
import { answerJson } from "../../../../src/cli/platform/answer-json.ts";

afterEach(() => {
  vi.useRealTimers();
});

const url = "http://platform.test";
const body = (pull: (controller: ReadableStreamDefaultController<Uint8Array>) => void) => {
  const cancel = vi.fn();
  return { response: new Response(new ReadableStream({ pull, cancel })), cancel };
};

it.each([
  ["a whole answer", '{"a":["ä"]}', { a: ["ä"] }],
  ["what is no JSON", "<html>", null],
  ["nothing", "", null],
])("%s", async (_, text, value) => {
  expect(await answerJson(url, new Response(text))).toEqual(value);
});

it("an answer without a body, and one that breaks off, are none", async () => {
  expect(await answerJson(url, new Response(null))).toBeNull();
  const broken = body((controller) => controller.error(new Error("reset")));
  expect(await answerJson(url, broken.response)).toBeNull();
});

it("an answer of no end is not read on", async () => {
  const chunk = new Uint8Array(32 * 1024 ** 2);
  const { response, cancel } = body((controller) => controller.enqueue(chunk));
  const refused = new CliError(`${url} gave an answer of more than 256 MiB, and not as an Understudy does.`);
  await expect(answerJson(url, response)).rejects.toEqual(refused);
  expect(cancel).toHaveBeenCalledOnce();
});

it("an answer that stops coming is waited for a minute", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { response, cancel } = body(() => new Promise(() => undefined) as never);
  const answer = answerJson(url, response);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(cancel).not.toHaveBeenCalled();
  const refused = expect(answer).rejects.toThrow(`${url} stopped in the middle of an answer.`);
  await vi.advanceTimersByTimeAsync(2_000);
  await refused;
});
