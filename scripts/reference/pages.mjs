import { z } from "zod";
import { isNamed, memberRows, typeText } from "./shape.mjs";
import { listStatements, statementsPage } from "./statements.mjs";

/**
 * The reference pages, made from the tables that the server itself is built from.
 *
 * @typedef {import("../../src/core/route.ts").RouteSpec} RouteSpec
 * @typedef {Readonly<Record<string, RouteSpec>>} RouteTable
 * @typedef {Readonly<Record<string, { status: number, title: string }>>} ProblemTable
 * @typedef {{ platformApi: RouteTable, sdkApi: RouteTable, problemCodes: ProblemTable, eventProblemCodes: readonly string[], limits: Readonly<Record<string, { value: number, unit: string, what: string }>>, sdkVersions: Readonly<Record<string, { title: string, now: string, startSince: string }>>, sdkAdvice: (sdk: { name: string, version: string }) => { inShort: string, inFull: string } | null, sdkAdviceHeader: string, takesPrecondition: (route: RouteSpec) => boolean }} Tables
 * @typedef {Record<string, any>} JsonSchema
 * @typedef {{ shapes: Map<string, JsonSchema>, takesPrecondition: Tables["takesPrecondition"] }} Telling
 */

const made = "<!-- Made by `npm run docs` from src/core. Change it there. -->";

/** @type {Record<RouteSpec["access"], string>} */
const callers = {
  public: "anyone",
  key: "an environment's API key",
  account: "any account",
  viewer: "viewer, editor, owner",
  editor: "editor, owner",
  owner: "owner",
  operator: "the operator of the workspace",
};

/**
 * Every page by its name in docs/reference.
 *
 * @param {Tables} tables
 * @returns {Map<string, string>}
 */
export function referencePages(tables) {
  return new Map([
    ["routes.md", routesPage(tables)],
    ["problems.md", problemsPage(tables)],
    ["limits.md", limitsPage(tables)],
    ["sdk-versions.md", sdkVersionsPage(tables)],
    ["statements.md", statementsPage(listStatements())],
  ]);
}

/** @param {Tables} tables */
function routesPage({ platformApi, sdkApi, takesPrecondition }) {
  const shapes = new Map();
  const planes = [
    plane(
      "Platform plane",
      "Called with a token or the console's cookie. Roles are those in the path's Organization.",
      platformApi,
      { shapes, takesPrecondition },
    ),
    plane(
      "SDK plane",
      "The routes of other standards beside these keep their shapes: [segment.md](../segment.md), [openfeature.md](../openfeature.md).",
      sdkApi,
      { shapes, takesPrecondition },
    ),
  ];
  return page("Routes", [
    "Times are RFC 3339, and answered in UTC also where you sent them with an offset; those among your own data (a date, a field and what a rule compares it with) stay as written.",
    "In a path, `:spaceId`, `:collectionId` and the like take an id or a key; `:envKey` takes",
    "`development`, `staging`, `production` or that environment's API key. Lists answer `data` and `next`, the `cursor` of the next page.",
    "",
    ...planes.flat(),
    "## Shapes",
    "",
    ...shapeSections(shapes),
  ]);
}

/**
 * @param {string} title
 * @param {string} about
 * @param {RouteTable} table
 * @param {Telling} telling
 */
function plane(title, about, table, telling) {
  const rows = Object.values(table);
  const tags = [...new Set(rows.map((route) => route.tag))];
  return [
    `## ${title}`,
    "",
    about,
    "",
    ...tags.flatMap((tag) => [
      `### ${tag}`,
      "",
      ...rows.filter((route) => route.tag === tag).flatMap((route) => routeSection(route, telling)),
    ]),
  ];
}

/**
 * @param {RouteSpec} route
 * @param {Telling} telling
 */
function routeSection(route, { shapes, takesPrecondition }) {
  const { method, path, summary, access, status, media, alternative, problems = [] } = route;
  const by = alternative === undefined ? "" : `, or as \`${alternative}\` by \`Accept\``;
  const also = problems.map((code) => `[\`${code}\`](problems.md)`).join(", ");
  return [
    `#### \`${method.toUpperCase()} ${path}\``,
    "",
    `${summary}.`,
    "",
    `- May call: ${callers[access]}`,
    `- Answers: ${status.join(" or ")}${media === undefined ? "" : `, \`${media}\``}${by}${versioned(route, takesPrecondition)}`,
    ...(also === "" ? [] : [`- May refuse with: ${also}`]),
    "",
    ...part("Query", route.query, "input", shapes),
    ...part(route.optionalBody ? "Body, may be left out" : "Body", route.body, "input", shapes),
    ...part("Answer", route.answer, "output", shapes),
  ];
}

/**
 * @param {RouteSpec} route
 * @param {Telling["takesPrecondition"]} takesPrecondition
 */
function versioned(route, takesPrecondition) {
  if (takesPrecondition(route)) return "; takes `If-Match` and `If-None-Match`";
  return route.etag === true ? ", with an `ETag`" : "";
}

/**
 * @param {string} title
 * @param {RouteSpec["body"]} schema
 * @param {"input" | "output"} io
 * @param {Map<string, JsonSchema>} shapes
 */
function part(title, schema, io, shapes) {
  if (schema === undefined) return [];
  const { $defs = {}, ...json } = jsonSchema(schema, io);
  for (const [name, shape] of Object.entries($defs)) if (isNamed(name)) shapes.set(name, shape);
  if (typeof json.id === "string" && json.properties !== undefined) {
    shapes.set(json.id, json);
    return [`${title}: ${typeText({ $ref: `#/$defs/${json.id}` })}`, ""];
  }
  const rows = memberRows(json);
  if (rows.length === 0) return [`${title}: ${json.description ?? typeText(json)}`, ""];
  return [`${title}:`, "", ...memberTable(rows), ""];
}

/**
 * @param {NonNullable<RouteSpec["body"]>} schema
 * @param {"input" | "output"} io
 * @returns {JsonSchema}
 */
const jsonSchema = (schema, io) => z.toJSONSchema(schema, { io, unrepresentable: "any" });

/** @param {ReturnType<typeof memberRows>} rows */
const memberTable = (rows) => [
  "| member | type | |",
  "|---|---|---|",
  ...rows.map(({ path, type, required, about }) => `| \`${path}\` | ${type} | ${notes(required, about)} |`),
];

/**
 * @param {boolean} required
 * @param {string} about
 */
const notes = (required, about) =>
  [required ? "required" : "", about].filter((text) => text !== "").join("; ");

/** @param {Map<string, JsonSchema>} shapes */
const shapeSections = (shapes) =>
  [...shapes]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, shape]) => [`### ${name}`, "", ...shapeText(shape)]);

/**
 * @param {JsonSchema} shape
 * @returns {string[]}
 */
function shapeText(shape) {
  const choices = /** @type {JsonSchema[]} */ (shape.oneOf ?? []);
  if (choices.length > 0)
    return choices.flatMap((one, index) => [index === 0 ? "Either:" : "Or:", "", ...shapeText(one)]);
  return [...memberTable(memberRows(shape)), ""];
}

/** @param {Tables} tables */
const limitsPage = ({ limits }) =>
  page("Limits", [
    "What is limited, and by how much. Nothing here is a setting.",
    "",
    "| limit | | |",
    "|---|---|---|",
    ...Object.values(limits).map(
      ({ value, unit, what }) => `| ${what} | ${value.toLocaleString("en")} | ${unit} |`,
    ),
  ]);

/** @param {Tables} tables */
function problemsPage({ platformApi, sdkApi, problemCodes, eventProblemCodes }) {
  const routes = Object.values({ ...platformApi, ...sdkApi });
  const named = (/** @type {string} */ code) =>
    routes
      .filter(({ problems = [] }) => /** @type {readonly string[]} */ (problems).includes(code))
      .map(({ method, path }) => `\`${method.toUpperCase()} ${path}\``);
  return page("Problems", [
    "An error is an RFC 9457 problem (`application/problem+json`): `type`, `title`, `status`, `detail`, `instance`, `code`, and",
    "for bodies and queries `errors`, each with the `path` of what is wrong. Codes are stable; titles and details are for people.",
    "",
    "| code | status | title |",
    "|---|---|---|",
    ...Object.entries(problemCodes).map(
      ([code, { status, title }]) => `| \`${code}\` | ${status} | ${title} |`,
    ),
    "",
    "## Which routes say so",
    "",
    "Any route may refuse a caller, a body or a query, and a write that asks for a version (`stale`). These codes belong to certain routes:",
    "",
    ...Object.keys(problemCodes).flatMap((code) => {
      const where = named(code);
      return where.length === 0 ? [] : [`- \`${code}\`: ${where.join(", ")}`];
    }),
    "",
    "## Why an event is refused",
    "",
    "In `rejected` of `POST /sdk/v1/events`, and as `problem.code` of the event in the history:",
    "",
    ...eventProblemCodes.map((code) => `- \`${code}\``),
  ]);
}

/**
 * @param {string} title
 * @param {readonly string[]} lines
 */
const page = (title, lines) => `${[`# ${title}`, "", made, "", ...lines].join("\n").trimEnd()}\n`;

/** @param {Tables} tables */
function sdkVersionsPage({ sdkVersions, sdkAdvice, sdkAdviceHeader }) {
  const rows = Object.entries(sdkVersions).map(
    ([name, { title, now, startSince }]) => `| ${title} | \`${name}\` | \`${now}\` | \`${startSince}\` |`,
  );
  const told = [
    ["older than the one with `session.start`", "0.0.1"],
    ["no semantic version", "next"],
  ].map(([what, version]) => `| ${what} | ${sdkAdvice({ name: "ios", version })?.inFull} |`);
  return page("SDK versions", [
    "What an SDK calls itself in `sdk` when it starts a session. All versions are semantic ones. `session.identify` and `session.anonymize` are deprecated since",
    "`session.start` is there, warn where they are called, and end with 1.0.0.",
    "",
    "| SDK | `sdk.name` | the version that this platform generates | first with `session.start` |",
    "|---|---|---|---|",
    ...rows,
    "",
    "Every version is served, as long as it sends what [a session needs](../send-events.md#sessions); names count however they are written, and SDKs of other names are anybody's own.",
    `What a version is told, in the header \`${sdkAdviceHeader}\` of the answer to \`POST /sdk/v1/sessions\` and beside its events in the console; of iOS, for example:`,
    "",
    "| version | told |",
    "|---|---|",
    ...told,
    "| any other, one that this platform does not know yet, too | nothing |",
    "",
    "What changed from version to version: [browser](../browser-sdk.md#versions), [iOS](../ios.md#versions), [Android](../android.md#versions), [Roku](../roku.md#versions).",
  ]);
}
