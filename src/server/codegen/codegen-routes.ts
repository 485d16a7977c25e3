import type { Request, Response } from "express";
import type { PlatformHandlers } from "../platform-handlers.ts";
import type { Services } from "../services.ts";
import type { CodegenAnswer } from "./codegen-service.ts";

export function codegenRoutes({ codegen }: Services): Pick<PlatformHandlers, "generateCode"> {
  return {
    generateCode: async ({ context, body, req, res }) => {
      const space = context.space().data;
      const answer = await codegen.generate(space, body);
      return async () => {
        res.status(200).vary("Accept");
        if (wantsZip(req)) await sendZip(res, answer, `${space.space.key}-${body.lang}.zip`);
        else res.type("json").set("ETag", answer.etag).send(answer.text);
      };
    },
  };
}

/** JSON, unless a zip is what the caller would rather have. */
const wantsZip = (req: Request): boolean =>
  req.accepts(["application/json", "application/zip"]) === "application/zip";

async function sendZip(res: Response, { code, etag }: CodegenAnswer, name: string): Promise<void> {
  const { zipFiles } = await import("./zip-files.ts");
  res.type("application/zip").attachment(name).set("ETag", etag.replace(/"$/, '-zip"'));
  res.end(zipFiles(code.files));
}
