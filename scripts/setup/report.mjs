/** Why set-up cannot go on, in words for the person who ran it. */
export class SetupError extends Error {
  name = "SetupError";
}

/** Runs a step with one line that says what happens and how long it took; on a terminal the seconds count up. */
export async function withProgress(label, step) {
  const started = Date.now();
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
  const line = process.stderr;
  line.write(`${label} …${line.isTTY ? "" : "\n"}`);
  const ticker = line.isTTY ? setInterval(() => line.write(`\r${label} … ${seconds()}`), 1000) : undefined;
  try {
    return await step();
  } finally {
    clearInterval(ticker);
    line.write(`${line.isTTY ? "\r" : ""}${label} took ${seconds()}.\n`);
  }
}
