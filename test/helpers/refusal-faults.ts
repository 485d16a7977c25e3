import { ofrepErrorCodes } from "../../src/core/ofrep.ts";
import { problemDocument } from "../../src/core/problem.ts";
import { undocumented } from "./checked-answers.ts";
import type { HostileRequest } from "./hostile-requests.ts";
import type { Answer } from "./keep-alive-client.ts";

/** What is wrong with an answer to a bad request, or null: a 5xx, or a refusal that does not say what is wrong. */
export function faultOf(
  plane: "platform" | "sdk",
  sent: HostileRequest,
  { status, type, text }: Answer,
): string | null {
  if (status >= 500) return `answered ${status}: ${text.slice(0, 300)}`;
  if (status < 400 || sent.method === "HEAD") return null;
  if (plane === "platform" && /^\/(oauth|\.well-known)/.test(sent.path) && !type.includes("problem"))
    return oauthFault(status, type, text);
  const otherStandard =
    plane === "sdk" && type.startsWith("application/json")
      ? otherStandards.find(({ path }) => path.test(sent.path))
      : undefined;
  return otherStandard === undefined
    ? problemFault(sent, status, type, text)
    : otherStandard.fault(status, text);
}

function segmentFault(status: number, text: string): string | null {
  const { success, message } = JSON.parse(text) as { success?: unknown; message?: unknown };
  return success === false && typeof message === "string" && message !== ""
    ? null
    : `${status} without the shape: ${text}`;
}

/** RFC 6749, 5.2, for programs; for people a page of ours that says what is wrong. */
function oauthFault(status: number, type: string, text: string): string | null {
  if (type.startsWith("text/html"))
    return /<p (class="problem" )?role="alert"[^>]*>[^<]+</.test(text)
      ? null
      : `${status} page says nothing: ${text}`;
  const { error, error_description: detail } = JSON.parse(text) as Record<string, unknown>;
  return typeof error === "string" && typeof detail === "string" && detail !== ""
    ? null
    : `${status} without the shape: ${text}`;
}

const ofrepCodes: readonly unknown[] = ofrepErrorCodes;

function ofrepFault(status: number, text: string): string | null {
  const { errorCode, errorDetails } = JSON.parse(text) as { errorCode?: unknown; errorDetails?: unknown };
  const says = typeof errorDetails === "string" && errorDetails !== "" && errorDetails.length < 2000;
  return says && ofrepCodes.includes(errorCode) ? null : `${status} without the shape: ${text}`;
}

/** What hangs on the SDK plane with shapes of its own. */
const otherStandards = [
  { path: /^\/v1(?:[/?]|$)/, fault: segmentFault },
  { path: /^\/ofrep(?:[/?]|$)/, fault: ofrepFault },
];

function problemFault(sent: HostileRequest, status: number, type: string, text: string): string | null {
  if (!type.startsWith("application/problem+json"))
    return `${status} as ${type || "nothing"}: ${text.slice(0, 300)}`;
  const { success, data, error } = problemDocument.safeParse(JSON.parse(text));
  if (!success) return `${status} is no problem document: ${error.message}`;
  if (data.status !== status) return `${status} says ${data.status}`;
  if (data.detail === "" || data.title === "" || data.instance === "")
    return `${status} says nothing: ${text}`;
  if (!data.type.endsWith(`/problems/${data.code}`)) return `type ${data.type} is not of code ${data.code}`;
  return undocumented(sent.method, sent.path, data.code);
}
