import type { Request } from "express";
import { Problem } from "../../core/problem.ts";
import { readText } from "../http/body-text.ts";

/** The most that a form of ours may measure, in bytes. */
const formLimit = 16 * 1024;

/** The fields of a posted form. @throws Problem unsupported-media-type, too-large, invalid-request */
export async function readForm(req: Request): Promise<URLSearchParams> {
  const text = (await readText(req, formLimit)) ?? "";
  const type = (req.headers["content-type"] ?? "").split(";", 1).join("").trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded")
    throw new Problem("unsupported-media-type", "This takes the sign-in page's form only.");
  return new URLSearchParams(text);
}
