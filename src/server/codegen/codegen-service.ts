import { codegenModel } from "../../core/codegen/build-model.ts";
import type { CodegenRequest, GeneratedCode } from "../../core/codegen/codegen-request.ts";
import { findLanguage, type Language } from "../../core/codegen/languages.ts";
import type { PublishedDocument, SpaceDocument } from "../../core/documents.ts";
import { etagOf } from "../../core/etag.ts";
import { invalid } from "../../core/problem.ts";
import type { ApiKeyService } from "../access/api-key-service.ts";
import type { TargetingService } from "../targeting/targeting-service.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** Code as it is answered. */
export interface CodegenAnswer {
  readonly code: GeneratedCode;
  /** The same as JSON text. */
  readonly text: string;
  /** Names this version of the code. */
  readonly etag: string;
}

interface Made {
  readonly production: PublishedDocument;
  readonly revision: number;
  readonly productionKey: string;
  readonly answer: CodegenAnswer;
}

/** Generates the code of Spaces: for the drafts, with Production's publications as fallbacks. */
export class CodegenService {
  private readonly workspace: Workspace;
  private readonly targeting: TargetingService;
  private readonly apiKeys: ApiKeyService;
  /** Code by document, which is a new object after each change. Who watches a Space asks each second for the same code. */
  private readonly made = new WeakMap<SpaceDocument, Map<Language, Made>>();

  constructor(workspace: Workspace, targeting: TargetingService, apiKeys: ApiKeyService) {
    this.workspace = workspace;
    this.targeting = targeting;
    this.apiKeys = apiKeys;
  }

  /** @throws Problem invalid-body for a language that there is not */
  async generate(
    document: SpaceDocument,
    { platform, lang, revision: asked }: CodegenRequest,
  ): Promise<CodegenAnswer> {
    const language = findLanguage(platform, lang);
    if (language === undefined) throw invalid([{ path: "/lang", detail: "is not known" }]);
    const spaceId = document.space.id;
    const { revision } =
      asked === undefined
        ? this.targeting.model({ spaceId, environment: "production" })
        : { revision: asked };
    const production = this.workspace.published(spaceId).of("production");
    const productionKey = this.apiKeys.current({ spaceId, environment: "production" }).apiKey;
    const known = this.made.get(document)?.get(language);
    const isSame =
      known?.production === production &&
      known.revision === revision &&
      known.productionKey === productionKey;
    if (isSame) return known.answer;
    // Loaded when it is first needed: compiling templates would slow the start down.
    const { generateCode } = await import("./generate.ts");
    const files = generateCode(codegenModel({ document, production, revision, productionKey }), language);
    const code = { revision, files };
    const text = JSON.stringify(code);
    const answer = { code, text, etag: etagOf(text) };
    const ofDocument = this.made.get(document) ?? new Map<Language, Made>();
    this.made.set(document, ofDocument.set(language, { production, revision, productionKey, answer }));
    return answer;
  }
}
