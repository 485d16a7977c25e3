import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { meAs } from "../../helpers/dom/cinema-place.ts";
import { cinemaWithEvents } from "../../helpers/dom/event-log.ts";
import { axeFindings } from "../../helpers/dom/looks.ts";
import { showConsole } from "../../helpers/dom/show.tsx";
import { eventNo } from "../../unit/renderer/fakes.ts";

const dialog = page.getByRole("dialog", { name: "Replay events" });
const act = dialog.getByRole("button", { name: /^Replay .*into/ });
const openDialog = () => page.getByRole("button", { name: "Replay…" }).click();

/** Gives the open dialog a file with so many events. */
const setFile = (count: number) => {
  const lines = Array.from({ length: count }, (_, n) => `${JSON.stringify(eventNo(n + 1))}\n`);
  return dialog.getByLabelText("File").upload(new File(lines, `${count} of them.ndjson`));
};

/** Opens the dialog for a file; one of two events is read as `read` says. */
async function chooseFile(read: () => Promise<void>) {
  const text = Blob.prototype.text;
  vi.spyOn(Blob.prototype, "text").mockImplementation(async function (this: Blob) {
    if (this instanceof File && this.name.startsWith("2 of")) await read();
    return text.call(this);
  });
  showConsole(cinemaWithEvents().api, "events");
  await openDialog();
  await dialog.getByRole("radio", { name: "A file" }).click();
  await setFile(2);
}

it("plays the file that was chosen last, though another takes longer to be read", async () => {
  let read = () => {};
  const held = new Promise<void>((done) => {
    read = done;
  });
  await chooseFile(() => held);
  await expect.element(dialog.getByText("Reading 2 of them.ndjson…")).toBeVisible();
  await act.click();
  await expect.element(dialog.getByText("Choose a file first.")).toBeVisible();
  await setFile(1);
  const chosen = dialog.getByText("1 of them.ndjson, 1 event");
  await expect.element(chosen).toBeVisible();
  read();
  await held;
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  await expect.element(chosen).toBeVisible();
});

it("says which file cannot be read, until another is chosen", async () => {
  await chooseFile(() => Promise.reject(new DOMException("gone", "NotFoundError")));
  const said = dialog.getByText("2 of them.ndjson could not be read. Choose it again, or another.");
  await expect.element(said).toBeVisible();
  await setFile(1);
  await expect.element(dialog.getByText("1 of them.ndjson, 1 event")).toBeVisible();
  await expect.element(said).not.toBeInTheDocument();
});

it("keeps no recording in which nothing came", async () => {
  showConsole(cinemaWithEvents().api, "events");
  const record = page.getByRole("button", { name: "Record", exact: true });
  await expect.element(record).toBeVisible();
  const says = page.getByText("Recording every event of Development");
  await expect.element(says).not.toBeInTheDocument();
  await record.click();
  const stop = page.getByRole("button", { name: "Stop recording" });
  await expect.element(stop).toBeVisible();
  await expect.element(says).toBeInTheDocument();
  await stop.click();
  await expect.element(page.getByText("Nothing was recorded: no event came")).toBeVisible();
});

it("shows a viewer what could be replayed, and why they cannot", async () => {
  showConsole(cinemaWithEvents().api.answer("getMe", meAs("viewer")), "events");
  await openDialog();
  await expect.element(act).toBeDisabled();
  await expect.element(page.getByText("To replay, ask an owner for the role of editor.")).toBeVisible();
  expect(await axeFindings("replay-read-only")).toEqual([]);
});
