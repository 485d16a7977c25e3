import { codegenRequest, generatedCode } from "../codegen/codegen-request.ts";
import type { RouteSpec } from "../route.ts";
import { inSpace } from "./paths.ts";

/** Typed code of a Space. */
export const codeApi = {
  generateCode: {
    method: "post",
    path: `${inSpace}/codegen`,
    tag: "Code",
    summary: "Generate typed code with Production's fallbacks and the runtime, as JSON or as a zip",
    access: "viewer",
    body: codegenRequest,
    status: [200],
    answer: generatedCode,
    alternative: "application/zip",
    etag: true,
    says: ["Content-Disposition"],
  },
} as const satisfies Record<string, RouteSpec>;
