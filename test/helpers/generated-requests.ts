import { everyRoute } from "./every-route.ts";
import { hostileKeys, hostileValues } from "./hostile-bodies.ts";
import type { HostileRequest } from "./hostile-requests.ts";
import type { Answer } from "./keep-alive-client.ts";
import type { Random } from "./random.ts";

type Schema = { readonly [key: string]: unknown } & {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly examples?: readonly unknown[];
};

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: {
    readonly content: { readonly "application/json"?: { readonly schema: Schema } };
  };
}

/** An OpenAPI document, as far as requests are made from it. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** One operation of a plane: where it is, and what it takes. */
export interface Target {
  readonly name: string;
  readonly plane: "platform" | "sdk";
  readonly method: string;
  /** With its parameters, e.g. `/v2/spaces/{spaceId}`. */
  readonly path: string;
  readonly query: readonly { readonly name: string; readonly schema: Schema }[];
  readonly body: Schema | undefined;
}

/** What would end the run itself: the caller's own account, its keys and ways in, and what opens the network. */
const endsTheRun = new Set(["deleteMe", "rotateApiKey", "setPassphrase", "putLan", "createPairing"]);
/** Of a body of another standard there is only an example. */
const exampleSchema = (example: unknown): Schema => ({ examples: [example] });

/** Every operation of the document, and the routes of other standards beside it. */
export function targetsOf({ paths }: OpenApi): Target[] {
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { operationId, parameters = [], requestBody }]) =>
      operationId === undefined || endsTheRun.has(operationId)
        ? []
        : [
            {
              name: operationId,
              plane: path.startsWith("/sdk/") ? ("sdk" as const) : ("platform" as const),
              method: method.toUpperCase(),
              path,
              query: parameters.filter((one) => one.in === "query"),
              body: requestBody?.content["application/json"]?.schema,
            },
          ],
    ),
  );
  const others = everyRoute
    .filter(({ plane, path }) => plane === "sdk" && /^\/(v1|ofrep)\//.test(path))
    .map(({ plane, method, path, example }) => ({
      name: `${method} ${path}`,
      plane,
      method,
      path: path.replace(/:([A-Za-z]+)/g, "{$1}"),
      query: [],
      body: example === undefined ? undefined : exampleSchema(example),
    }));
  return [...described, ...others];
}

/**
 * Requests that fit an OpenAPI document, and mutations of them: members left out, put in, swapped, far too long, far too many.
 * Ids of what answers made are used again. The same seed makes the same requests, as long as the answers are the same.
 */
export class GeneratedRequests {
  private readonly known = new Map<string, string[]>();
  private readonly children: ReadonlyMap<string, string>;
  private readonly api: OpenApi;
  private readonly random: Random;

  constructor(api: OpenApi, random: Random, known: Readonly<Record<string, string>>) {
    this.api = api;
    this.random = random;
    for (const [name, value] of Object.entries(known)) this.known.set(name, [value]);
    // What is posted to a list is found below it: `…/tribes` makes a `tribeId`.
    this.children = new Map(
      Object.keys(api.paths).flatMap((path) => {
        const [, list, parameter] = /^(.*)\/\{(\w+)\}$/.exec(path) ?? [];
        return list === undefined || parameter === undefined ? [] : [[list, parameter]];
      }),
    );
  }

  next(target: Target): HostileRequest {
    const { random } = this;
    const mutated = random.below(2) === 0;
    const path = target.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(this.idFor(name, target)),
    );
    const query = target.query
      .filter(() => random.below(4) === 0)
      .map(({ name, schema }) => `${name}=${encodeURIComponent(this.queryValue(schema, mutated))}`);
    const method = random.below(60) === 0 ? "HEAD" : target.method;
    const about = {
      kind: target.name,
      method,
      path: path + (query.length === 0 ? "" : `?${query.join("&")}`),
    };
    if (target.body === undefined) return { ...about, headers: {} };
    let body = this.value(target.body, 0);
    const changes = mutated ? 1 + random.below(3) : 0;
    for (let change = 0; change < changes; change += 1) body = mutation(body, random, change === 0);
    const headers = { "content-type": "application/json" };
    return { ...about, headers, body: JSON.stringify(body) ?? "" };
  }

  /** Keeps the id of what a request has made. */
  learn(target: Target, { status, text }: Answer): void {
    const parameter = this.children.get(target.path);
    if (status !== 201 || parameter === undefined) return;
    const { id } = JSON.parse(text) as { id?: unknown };
    const ids = this.known.get(parameter) ?? [];
    if (typeof id !== "string" || ids.length > 50) return;
    this.known.set(parameter, [...ids, id]);
  }

  private idFor(name: string, { method, path }: Target): string {
    const { random } = this;
    // What was given stays: it is never what is deleted.
    const isDeleted = method === "DELETE" && path.endsWith(`{${name}}`);
    const known = (this.known.get(name) ?? []).slice(isDeleted ? 1 : 0);
    if (known.length === 0 || random.below(20) === 0)
      return random.pick([
        "nope",
        "__proto__",
        "a b/c",
        "\u0000",
        ...(isDeleted ? [] : [...this.known.values()].flat()),
      ]);
    return random.below(2) === 0 ? (known[0] ?? "") : random.pick(known);
  }

  private queryValue(schema: Schema, mutated: boolean): string {
    const value =
      mutated && this.random.below(2) === 0 ? this.random.pick(hostileValues) : this.value(schema, 0);
    return String(typeof value === "string" ? value : JSON.stringify(value)).replaceAll(
      /[\ud800-\udfff]/gu,
      "?",
    );
  }

  private value(schema: Schema, depth: number): unknown {
    const { random } = this;
    const found = this.resolved(schema);
    const examples = [...(found.examples ?? []), ...("example" in found ? [found.example] : [])];
    if (examples.length > 0 && random.below(2) === 0) return random.pick(examples);
    if ("const" in found) return found.const;
    if (found.enum !== undefined) return random.pick(found.enum);
    const choices = found.anyOf ?? found.oneOf;
    if (choices !== undefined) return this.value(random.pick(choices), depth + 1);
    if (found.allOf !== undefined)
      return Object.assign({}, ...found.allOf.map((one) => this.value(one, depth + 1)));
    const types = typeof found.type === "string" ? [found.type] : (found.type ?? []);
    return this.ofType(types.length === 0 ? "any" : random.pick(types), found, depth);
  }

  private ofType(type: string, schema: Schema, depth: number): unknown {
    const { random } = this;
    switch (type) {
      case "object":
        return this.object(schema, depth);
      case "array": {
        const { items, minItems = 0 } = schema;
        const count = depth > 5 ? 0 : Number(minItems) + random.below(3);
        return Array.from({ length: count }, () => this.value(items ?? {}, depth + 1));
      }
      case "string":
        return this.text(schema);
      case "integer":
      case "number": {
        const { minimum = -5, maximum = 1000 } = schema;
        return random.pick([Number(minimum), Number(maximum), 1, 7, type === "number" ? 0.5 : 2]);
      }
      case "boolean":
        return random.below(2) === 0;
      case "null":
        return null;
      default:
        return random.pick(hostileValues);
    }
  }

  private object({ properties = {}, required = [], additionalProperties }: Schema, depth: number): object {
    const { random } = this;
    const members: [string, unknown][] = [];
    for (const [name, schema] of Object.entries(properties))
      if (required.includes(name) || (depth < 5 && random.below(2) === 0))
        members.push([name, this.value(schema, depth + 1)]);
    if (typeof additionalProperties === "object" && depth < 5)
      for (let more = random.below(3); more > 0; more -= 1)
        members.push([
          random.pick(["plan", "city", "headline", "a-b"]),
          this.value(additionalProperties, depth + 1),
        ]);
    return Object.fromEntries(members);
  }

  private text({ format, pattern }: Schema): string {
    const { random } = this;
    if (format === "date-time") return random.pick(["2026-11-20T14:32:06.240Z", new Date().toISOString()]);
    if (format === "uri") return "https://example.com/a";
    const words = [
      "gold",
      "Home/Play",
      "u1",
      "vip",
      "Europe/Lisbon",
      "18:00",
      "a",
      "1.0.0",
      "ana@example.com",
    ];
    const ids = [...this.known.values()].flat();
    return random.pick(pattern === undefined ? [...words, ...ids] : [...ids, "gold", "home/play", "a"]);
  }

  private resolved(schema: Schema): Schema {
    const name = schema.$ref?.split("/").at(-1);
    return name === undefined ? schema : this.resolved(this.api.components.schemas[name] ?? {});
  }
}

/** A copy with one place changed. `grows`: it may become far larger; twice it would outgrow all memory. */
function mutation(value: unknown, random: Random, grows: boolean): unknown {
  if (typeof value !== "object" || value === null || random.below(5) === 0)
    return inPlaceOf(value, random, grows);
  const entries = Object.entries(value);
  const at = random.below(entries.length + 1);
  const [key, member] = entries[at] ?? [random.pick(hostileKeys), null];
  const changed = member === null ? inPlaceOf(member, random, grows) : mutation(member, random, grows);
  if (Array.isArray(value)) return value.toSpliced(at, 1, changed);
  const others = entries.filter((_one, index) => index !== at);
  return Object.fromEntries(random.below(4) === 0 ? others : [...others, [key, changed]]);
}

const counts = [2, 100, 3000];

function inPlaceOf(value: unknown, random: Random, grows: boolean): unknown {
  const count = random.pick(counts);
  switch (random.below(grows ? 6 : 3) + (grows ? 0 : 3)) {
    case 0:
      return Array.isArray(value) && value.length > 0
        ? Array.from({ length: count }, (_, index) => value[index % value.length])
        : Array.from({ length: count }, () => value);
    case 1:
      return Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, value]));
    case 2:
      return typeof value === "string"
        ? value.repeat(count).slice(0, 100_000)
        : nested(value, random.below(70));
    default:
      return random.pick(hostileValues);
  }
}

function nested(value: unknown, depth: number): unknown {
  let whole = value;
  for (let level = 0; level < depth; level += 1) whole = level % 2 === 0 ? [whole] : { a: whole };
  return whole;
}
