import { jsonStringEnd, maxJsonDepth } from "../../core/json-depth.ts";
import { limits } from "../../core/limits.ts";
import { Problem } from "../../core/problem.ts";
import { turns } from "../in-turns.ts";

const [quote, comma, openList, closeList, openObject, closeObject] = [...'",[]{}'].map((one) =>
  one.charCodeAt(0),
);

/**
 * Where the element that begins at `from` ends: at the next comma or closing bracket of its own level, or at the end of the
 * text. Nothing is built: a million empty lists would take a hundred times as long.
 *
 * @throws Problem `invalid-json` where it nests too deep, `too-large` where it is too long or holds too many values
 */
export function elementEnd(text: string, from: number, level: number): { end: number; values: number } {
  let depth = level;
  let values = 1;
  let at = from;
  const most = limits.lineBytes.value;
  const stop = Math.min(text.length, from + most + 1);
  for (; at < stop; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = jsonStringEnd(text, at, stop);
    else if (code === openList || code === openObject) {
      depth += 1;
      values += 1;
      if (depth > maxJsonDepth) throw tooDeep();
    } else if (code === closeList || code === closeObject) {
      if (depth === level) break;
      depth -= 1;
    } else if (code === comma) {
      if (depth === level) break;
      values += 1;
    }
    if (values > limits.jsonValues.value) throw tooMany(limits.jsonValues.value);
  }
  if (at - from > most) throw new Problem("too-large", `A value must be at most ${most} characters.`);
  return { end: at, values };
}

const tooDeep = () => new Problem("invalid-json", `The body nests more than ${maxJsonDepth} levels deep.`);
const tooMany = (most: number) => new Problem("too-large", `The body holds more than ${most} values.`);

/**
 * A long list, parsed element by element as its text arrives: others get their turn in between.
 *
 * @throws Problem `invalid-json`, `too-large`
 */
export async function parseElements(start: string, pieces: AsyncIterator<string>): Promise<unknown[]> {
  const elements: unknown[] = [];
  let values = 0;
  let text = start;
  let at = text.indexOf("[") + 1;
  /** How much of the whole is no longer in `text`. */
  let behind = 0;
  const turn = turns();
  for (;;) {
    const found = elementEnd(text, at, 1);
    if (found.end >= text.length) {
      const more = await nextPieces(pieces, text.length - at);
      if (more === "") throw endsWrong();
      behind += at;
      text = text.slice(at) + more;
      at = 0;
      continue;
    }
    values += found.values;
    if (values > limits.jsonListValues.value) throw tooMany(limits.jsonListValues.value);
    const element = text.slice(at, found.end);
    const isLast = text.charCodeAt(found.end) !== comma;
    if (!(isLast && elements.length === 0 && element.trim() === ""))
      elements.push(parsed(element, elements.length, behind + at));
    at = found.end + 1;
    if (isLast) break;
    if (elements.length % 64 === 0) await turn();
  }
  if (text.charCodeAt(at - 1) !== closeList) throw endsWrong();
  let rest = text.slice(at);
  do {
    if (rest.trim() !== "") throw endsWrong();
    rest = await nextPieces(pieces, 0);
  } while (rest !== "");
  return elements;
}

const endsWrong = () =>
  new Problem("invalid-json", "The body is not JSON: the list does not end where it should.");

/**
 * Reads on until the text is twice as long, while an element has no end yet: so each character is scanned twice, and not once a
 * piece.
 */
async function nextPieces(pieces: AsyncIterator<string>, length: number): Promise<string> {
  let more = "";
  do {
    const { value, done } = await pieces.next();
    if (done === true) break;
    more += value;
  } while (more.length <= length);
  return more;
}

function parsed(text: string, index: number, at: number): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Problem("invalid-json", `The body is not JSON: fault in element ${index} (position ${at})`, {
      cause,
    });
  }
}
