import type { Locator } from "../server/locator.ts";
import { CliError } from "./cli-error.ts";
import { answerJson } from "./platform/answer-json.ts";

const ANSWER_MS = 5000;

/**
 * Asks a running copy for a console address that works once.
 *
 * @throws CliError when it does not give one
 */
export async function askForConsole(copy: Locator, path?: string): Promise<string> {
  const failed = (why: string) =>
    new CliError(
      `Understudy runs at ${copy.platformUrl} (process ${copy.pid}), but gave no console address: ${why}`,
    );
  try {
    const response = await fetch(`${copy.platformUrl}/v2/console/launch`, {
      method: "POST",
      headers: { authorization: `Bearer ${copy.token}`, "content-type": "application/json" },
      body: JSON.stringify({ path }),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const body = await answerJson(copy.platformUrl, response);
    if (!response.ok || !hasUrl(body)) throw failed(`it answered ${response.status}.`);
    // It is opened in a browser: nothing else may stand there.
    if (new URL(body.url).origin !== new URL(copy.platformUrl).origin)
      throw failed("the address is not its own.");
    return body.url;
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw failed(error instanceof Error ? error.message : String(error));
  }
}

function hasUrl(body: unknown): body is { url: string } {
  return typeof body === "object" && body !== null && "url" in body && typeof body.url === "string";
}
