import { codegenModel } from "../../core/codegen/build-model.ts";
import type { CodegenRequest, GeneratedCode } from "../../core/codegen/codegen-request.ts";
import { findLanguage } from "../../core/codegen/languages.ts";
import type { SpaceDocument } from "../../core/documents.ts";
import { etagOf } from "../../core/etag.ts";
import { invalid } from "../../core/problem.ts";
import type { TargetingService } from "../targeting/targeting-service.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** Code as it is answered, with the tag of this version of it. */
export interface TaggedCode {
  readonly code: GeneratedCode;
  readonly etag: string;
}

/** Generates the code of Spaces: for the drafts, with Production's publications as fallbacks. */
export class CodegenService {
  private readonly workspace: Workspace;
  private readonly targeting: TargetingService;

  constructor(workspace: Workspace, targeting: TargetingService) {
    this.workspace = workspace;
    this.targeting = targeting;
  }

  /** @throws Problem invalid-body for a language that there is not */
  async generate(document: SpaceDocument, { platform, lang }: CodegenRequest): Promise<TaggedCode> {
    const language = findLanguage(platform, lang);
    if (language === undefined) throw invalid([{ path: "/lang", detail: "is not known" }]);
    const spaceId = document.space.id;
    const { revision } = this.targeting.model({ spaceId, environment: "production" });
    const production = this.workspace.published(spaceId).of("production");
    // Loaded when it is first needed: compiling templates is no part of starting.
    const { generateCode } = await import("./generate.ts");
    const files = generateCode(codegenModel({ document, production, revision }), language);
    const code = { revision, files };
    return { code, etag: etagOf(code) };
  }
}
