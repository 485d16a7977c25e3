import { expect, it } from "vitest";
import { ChosenFile } from "../../../../src/renderer/stores/chosen-file.ts";

const file = (name: string) => new File([], name);
const set = () => {
  const chosen = new ChosenFile();
  const read: string[] = [];
  const choose = (name: string, held: Promise<string>) =>
    chosen.choose(
      file(name),
      () => held,
      (text) => read.push(text),
    );
  return { chosen, read, choose };
};

it("gives what the file holds that was chosen last, whichever is read first", async () => {
  const { chosen, read, choose } = set();
  let answer: (text: string) => void = () => undefined;
  const large = choose("large", new Promise((done) => (answer = done)));
  expect(chosen.store.getState().reading).toBe("large");
  await choose("small", Promise.resolve("of the small"));
  answer("of the large");
  await large;
  expect([read, chosen.store.getState().reading]).toEqual([["of the small"], null]);
});

it("says which one could not be read, until another is chosen", async () => {
  const { chosen, read, choose } = set();
  await choose("gone.json", Promise.reject(new Error("gone")));
  expect(chosen.store.getState().unread).toBe("gone.json could not be read. Choose it again, or another.");
  await choose("here.json", Promise.resolve("text"));
  expect([read, chosen.store.getState().unread]).toEqual([["text"], null]);
});

it("is silent about a file that is not wanted any more", async () => {
  const { chosen, read, choose } = set();
  let refuse: () => void = () => undefined;
  const reading = choose("old.json", new Promise((_, reject) => (refuse = () => reject(new Error("gone")))));
  chosen.letGo();
  refuse();
  await reading;
  expect([read, chosen.store.getState()]).toEqual([[], { reading: null, unread: null }]);
});
