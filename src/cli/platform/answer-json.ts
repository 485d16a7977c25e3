import { CliError, PassingError } from "../cli-error.ts";

/** The most that an answer may have, in bytes: whoever is at an address may go on for ever. */
const most = 256 * 1024 ** 2;
/** For how long it may come, in ms. */
const patience = 60_000;

/** What a server has answered; null where it is no JSON, or breaks off. @throws CliError where it has no end, or stops coming */
export async function answerJson(url: string, response: Response): Promise<unknown> {
  const reader = response.body?.getReader();
  if (reader === undefined) return null;
  const stop = () => void reader.cancel().catch(() => undefined);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    stop();
  }, patience);
  try {
    const text = await textOf(url, reader);
    if (isLate) throw new PassingError(`${url} stopped in the middle of an answer.`, { code: "unreachable" });
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof CliError) throw error;
    return null;
  } finally {
    clearTimeout(timer);
    stop();
  }
}

async function textOf(url: string, reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new TextDecoder().decode(Buffer.concat(chunks));
    bytes += value.byteLength;
    if (bytes > most)
      throw new CliError(
        `${url} gave an answer of more than ${most / 1024 ** 2} MiB, and not as an Understudy does.`,
      );
    chunks.push(value);
  }
}
