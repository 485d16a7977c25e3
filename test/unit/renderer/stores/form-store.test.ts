import { expect, it, vi } from "vitest";
import { ServerUnreachable } from "../../../../src/renderer/api/api-problem.ts";
import {
  clearOutage,
  clearProblem,
  createFormStore,
  type FormWork,
  sendForm,
} from "../../../../src/renderer/stores/form-store.ts";

const sent = async (work: FormWork) => {
  const store = createFormStore();
  await sendForm(store, work);
  return store;
};
const refuse = async () => {
  throw new ServerUnreachable();
};

it("sends nothing while something is missing, and says what", async () => {
  const send = vi.fn(async () => {});
  const store = await sent({ missing: () => "It needs a name.", send });
  expect(send).not.toHaveBeenCalled();
  expect(store.getState()).toEqual({ problem: { words: "It needs a name." }, sending: false });
});

it("sends once at a time", async () => {
  let answer = () => {};
  const send = vi.fn(() => new Promise<void>((resolve) => (answer = resolve)));
  const store = createFormStore();
  const first = sendForm(store, { send });
  await sendForm(store, { send });
  expect(send).toHaveBeenCalledTimes(1);
  expect(store.getState().sending).toBe(true);
  answer();
  await first;
  void sendForm(store, { send });
  expect(send).toHaveBeenCalledTimes(2);
});

it.each<[string, FormWork, object]>([
  ["its reason in words", { send: refuse }, { words: "The server did not answer.", outage: true }],
  [
    "what the form makes of it, at a field of its own",
    { send: refuse, refused: () => ({ words: "It is taken.", field: "email" }) },
    { words: "It is taken.", field: "email", outage: true },
  ],
])("says of a refusal %s", async (_, work, problem) => {
  expect((await sent(work)).getState()).toEqual({ problem, sending: false });
});

it("forgets a problem when it is mended, and when it is sent again", async () => {
  const store = await sent({ send: refuse });
  clearProblem(store);
  expect(store.getState().problem).toBeNull();
  await sendForm(store, { send: refuse });
  const again = sendForm(store, { send: async () => {} });
  expect(store.getState().problem).toBeNull();
  await again;
  expect(store.getState()).toEqual({ problem: null, sending: false });
});

it.each<[string, FormWork, string | null]>([
  ["forgets that no answer came", { send: refuse }, null],
  ["keeps what is still missing", { missing: () => "A name.", send: refuse }, "A name."],
])("%s when the server answers again", async (_, work, want) => {
  const store = await sent(work);
  clearOutage(store);
  expect(store.getState().problem?.words ?? null).toBe(want);
});
