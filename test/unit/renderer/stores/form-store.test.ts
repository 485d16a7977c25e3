import { describe, expect, it, vi } from "vitest";
import { Gone, ServerUnreachable } from "../../../../src/renderer/api/api-problem.ts";
import {
  clearProblem,
  createFormStore,
  type FormWork,
  sendAct,
  sendForm,
} from "../../../../src/renderer/stores/form-store.ts";
import { createToastsStore } from "../../../../src/renderer/stores/toasts-store.ts";

/** Somebody at a form, who may go away from it. */
function somebody() {
  const toasts = createToastsStore();
  const one = { toasts, here: true, isThere: () => one.here };
  return { one, told: () => toasts.getState().toasts.map(({ text, way }) => [text, way?.href ?? null]) };
}
const refuse = async () => {
  throw new ServerUnreachable();
};
const workOf = (work: Partial<FormWork>): FormWork => ({
  send: async () => ({}),
  failure: "Nothing was made.",
  ...work,
});
const sent = async (work: Partial<FormWork>) => {
  const store = createFormStore();
  await sendForm(store, workOf(work), somebody().one);
  return store;
};

const doubt = "It may have been done all the same: look before you send it again.";

describe("a form", () => {
  it("sends nothing while something is missing, and says what", async () => {
    const send = vi.fn(async () => ({}));
    const store = await sent({ missing: () => "It needs a name.", send });
    expect(send).not.toHaveBeenCalled();
    expect(store.getState()).toEqual({ problem: { words: "It needs a name." }, sending: false });
  });

  it("sends once at a time", async () => {
    let answer = (_: object) => {};
    const send = vi.fn(() => new Promise<object>((resolve) => (answer = resolve)));
    const [store, { one }] = [createFormStore(), somebody()];
    const first = sendForm(store, workOf({ send }), one);
    await sendForm(store, workOf({ send }), one);
    expect(send).toHaveBeenCalledTimes(1);
    expect(store.getState().sending).toBe(true);
    answer({});
    await first;
    void sendForm(store, workOf({ send }), one);
    expect(send).toHaveBeenCalledTimes(2);
  });

  it.each<[string, Partial<FormWork>, object]>([
    [
      "its reason in words",
      { send: () => Promise.reject(new Error("full")) },
      { words: "Something unexpected: full" },
    ],
    [
      "that it may have been done where no answer came",
      { send: refuse },
      { words: `The server did not answer. ${doubt}` },
    ],
    [
      "what the form makes of it, at a field of its own",
      { send: refuse, refused: () => ({ words: "It is taken.", field: "email" }) },
      { words: `It is taken. ${doubt}`, field: "email" },
    ],
  ])("says of a refusal %s", async (_, work, problem) => {
    expect((await sent(work)).getState()).toEqual({ problem, sending: false });
  });

  it("keeps saying that what it is about is gone, whatever is typed", async () => {
    const store = await sent({ send: () => Promise.reject(new Gone()), about: "This Space" });
    const problem = {
      words: "This Space was deleted elsewhere, or you can’t see it any more.",
      isGone: true,
    };
    expect(store.getState()).toEqual({ problem, sending: false });
    clearProblem(store);
    expect(store.getState().problem).toEqual(problem);
  });

  it("forgets a problem when it is mended, and when it is sent again", async () => {
    const store = await sent({ send: refuse });
    clearProblem(store);
    expect(store.getState().problem).toBeNull();
    await sendForm(store, workOf({ send: refuse }), somebody().one);
    const again = sendForm(store, workOf({}), somebody().one);
    expect(store.getState().problem).toBeNull();
    await again;
    expect(store.getState()).toEqual({ problem: null, sending: false });
  });
});

const byForm = (work: FormWork, one: ReturnType<typeof somebody>["one"]) =>
  sendForm(createFormStore(), work, one);
const byMenu = (work: FormWork, one: ReturnType<typeof somebody>["one"]) =>
  sendAct(createFormStore(), work, one);

describe.each([
  ["a form", byForm],
  ["a menu's item", byMenu],
])("the answer to %s", (_, send) => {
  const made = () => {
    const show = vi.fn();
    return { show, said: "Created “Hero”", way: { words: "Show it", href: "/hero" } };
  };

  it("is shown to who waits for it, without a message", async () => {
    const [{ one, told }, answer] = [somebody(), made()];
    await send(workOf({ send: async () => answer }), one);
    expect([answer.show.mock.calls.length, told()]).toEqual([1, []]);
  });

  it("takes nobody away who has gone on: a message tells it, with the way there", async () => {
    const [{ one, told }, answer] = [somebody(), made()];
    const work = async () => {
      one.here = false;
      return answer;
    };
    await send(workOf({ send: work }), one);
    expect([answer.show.mock.calls.length, told()]).toEqual([0, [["Created “Hero”", "/hero"]]]);
  });

  it("is told with its reason where it is a refusal and one has gone on", async () => {
    const { one, told } = somebody();
    const work = async () => {
      one.here = false;
      return refuse();
    };
    await send(workOf({ send: work }), one);
    expect(told()).toEqual([
      [`Nothing was made, as far as is known. The server did not answer. ${doubt}`, null],
    ]);
  });

  it("is told as it is where the server has said no", async () => {
    const { one, told } = somebody();
    const work = async () => {
      one.here = false;
      throw new Error("full");
    };
    await send(workOf({ send: work }), one);
    expect(told()).toEqual([["Nothing was made. Something unexpected: full", null]]);
  });
});

it("a refusal stands in the form alone while one is at it, and a menu's item in a message", async () => {
  const [form, menu] = [somebody(), somebody()];
  await byForm(workOf({ send: refuse }), form.one);
  await byMenu(workOf({ send: refuse }), menu.one);
  expect([form.told().length, menu.told().length]).toEqual([0, 1]);
});
