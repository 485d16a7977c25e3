import { brightscriptNaming } from "./brightscript/naming.ts";
import { brightscriptTemplates, planBrightscript } from "./brightscript/plan.ts";
import { brightscriptComment, brightscriptString } from "./brightscript/writing.ts";
import { type FirstEvent, firstEventIn } from "./first-event.ts";
import { commentText, literal, objectKey } from "./javascript/literal.ts";
import { javascriptNaming } from "./javascript/naming.ts";
import { moduleTemplates, planModules } from "./javascript/plan.ts";
import { kotlinNaming } from "./kotlin/naming.ts";
import { kotlinTemplates, planKotlin } from "./kotlin/plan.ts";
import { kotlinComment, kotlinString } from "./kotlin/writing.ts";
import type { CodegenModel } from "./model.ts";
import { runtimeFolder } from "./naming/file-names.ts";
import type { Naming } from "./naming/naming.ts";
import type { SpaceNames } from "./naming/space-names.ts";
import { swiftNaming } from "./swift/naming.ts";
import { planSwift, swiftTemplates } from "./swift/plan.ts";
import { swiftString } from "./swift/writing.ts";
import type { PlannedFile } from "./template-view.ts";

/** One row: all that generating a language takes, beside its template folder and its runtime. */
export interface Language {
  readonly platform: string;
  readonly lang: string;
  readonly title: string;
  /** A folder under resources/templates, and the templates in it. */
  readonly templates: { readonly folder: string; readonly names: readonly string[] };
  /** Where the runtime lies: built, or as it is among the resources; and the files of it that go with generated code. */
  readonly runtime: {
    readonly in: "sdk" | "resources";
    readonly folder: string;
    readonly files: readonly string[];
    /** Where one of them goes, below the codegen root. */
    readonly goesTo: (file: string) => string;
  };
  readonly naming: Naming;
  /** Every file of a Space, with all that its template sees. The runtime is not among them. */
  readonly plan: (model: CodegenModel, names: SpaceNames) => PlannedFile[];
  /** The file of the developer's own, at the codegen root, without which the code does not compile; null where there is none. */
  readonly keyFile: { readonly name: string; readonly text: (apiKey: string) => string } | null;
  /** A file that begins with this line as a comment. */
  readonly headed: (line: string, text: string) => string;
  /** How it writes values and words of an operator's, which can hold anything: what its templates call. */
  readonly helpers: Readonly<Record<string, (value: string, indent: number) => string>>;
  /** What the console shows to paste. */
  readonly firstEvent: FirstEvent;
}

/** In a folder of its own beside those of the Spaces. */
const goesTo = (file: string): string => `${runtimeFolder}/${file}`;
const headed = (line: string, text: string): string => `// ${line}\n${text}`;

const browser = {
  platform: "browser",
  runtime: {
    in: "sdk",
    folder: "browser",
    files: ["index.js", "index.d.ts", "react.js", "react.d.ts"],
    goesTo,
  },
  naming: javascriptNaming,
  keyFile: null,
  headed,
  helpers: { literal, propertyName: objectKey, comment: commentText },
  firstEvent: firstEventIn.browser,
} as const;

/** Every language that code can be generated in. */
export const languages: readonly Language[] = [
  {
    ...browser,
    lang: "typescript",
    title: "TypeScript",
    templates: { folder: "typescript", names: moduleTemplates },
    plan: planModules("ts"),
  },
  {
    ...browser,
    lang: "javascript",
    title: "JavaScript",
    templates: { folder: "javascript", names: moduleTemplates },
    plan: planModules("js"),
  },
  {
    platform: "ios",
    lang: "swift",
    title: "Swift",
    templates: { folder: "swift", names: swiftTemplates },
    runtime: {
      in: "resources",
      folder: "sdk/swift",
      files: [
        "Package.swift",
        "Understudy.swift",
        ...[
          "Events",
          "Experience",
          "JSON",
          "LiveUpdates",
          "Observation",
          "Requests",
          "Session",
          "Settings",
        ].map((name) => `Understudy.${name}.swift`),
        ...["State", "Values", "Work"].map((name) => `Understudy.${name}.swift`),
      ],
      // A package of all Spaces below the root.
      goesTo: (file) => (file === "Package.swift" ? file : goesTo(file)),
    },
    naming: swiftNaming,
    plan: planSwift,
    keyFile: {
      name: "UnderstudyKey.swift",
      text: (apiKey) => `let understudyApiKey = "${apiKey}"\n`,
    },
    // Swift wants the version of its tools in the first line.
    headed: (line, text) =>
      text.startsWith("// swift-tools-version") ? text.replace("\n", `\n// ${line}\n`) : headed(line, text),
    helpers: { string: swiftString, comment: commentText },
    firstEvent: firstEventIn.swift,
  },
  {
    platform: "android",
    lang: "kotlin",
    title: "Kotlin",
    templates: { folder: "kotlin", names: kotlinTemplates },
    runtime: {
      in: "resources",
      folder: "sdk/kotlin",
      files: [
        "Client.kt",
        "Events.kt",
        "Experience.kt",
        "Http.kt",
        "Json.kt",
        "LiveUpdates.kt",
        "Requests.kt",
        "Session.kt",
        "Settings.kt",
        "State.kt",
        "StateStore.kt",
        "Times.kt",
        "Values.kt",
        "Version.kt",
        "Worker.kt",
      ],
      goesTo,
    },
    naming: kotlinNaming,
    plan: planKotlin,
    keyFile: {
      name: "UnderstudyKey.kt",
      text: (apiKey) => `package understudy\n\nconst val understudyApiKey = "${apiKey}"\n`,
    },
    headed,
    helpers: { string: kotlinString, comment: kotlinComment },
    firstEvent: firstEventIn.kotlin,
  },
  {
    platform: "roku",
    lang: "brightscript",
    title: "BrightScript",
    templates: { folder: "brightscript", names: brightscriptTemplates },
    runtime: {
      in: "resources",
      folder: "sdk/brightscript",
      files: [
        ...["Client", "Collection", "Experience", "Network", "Section", "Session", "Space"].flatMap(
          (name) => [`components/${name}.brs`, `components/${name}.xml`],
        ),
        ...["ClientSettings", "ClientStates", "EventQueue", "EventSender", "LiveStates", "Requests"].map(
          (name) => `components/${name}.brs`,
        ),
        "components/SessionRunner.brs",
        "source/json.brs",
        "source/values.brs",
      ],
      // Where ropm puts a module.
      goesTo: (file) => file.replace("/", `/roku_modules/${runtimeFolder}/`),
    },
    naming: brightscriptNaming,
    plan: planBrightscript,
    keyFile: null,
    headed: (line, text) =>
      text.startsWith("<?xml") ? text.replace("\n", `\n<!-- ${line} -->\n`) : `' ${line}\n\n${text}`,
    helpers: { string: brightscriptString, comment: brightscriptComment },
    firstEvent: firstEventIn.brightscript,
  },
];

export const platforms: readonly string[] = [...new Set(languages.map((language) => language.platform))];

export const languagesOf = (platform: string): readonly Language[] =>
  languages.filter((language) => language.platform === platform);

export const findLanguage = (platform: string, lang: string): Language | undefined =>
  languagesOf(platform).find((language) => language.lang === lang);
