/** What the browser runtime exports: a generated class of that name could not be told from it. */
const runtime = [
  "Client",
  "ClientOptions",
  "Collection",
  "Definition",
  "Experience",
  "Fallbacks",
  "FallbackState",
  "Fields",
  "FieldValue",
  "Metadata",
  "Pair",
  "Section",
  "Session",
  "SessionStatus",
  "StartOptions",
];

/** What generated modules declare or use themselves. */
const own = ["Collections", "JsonValue", "Readonly", "Record"];

/** Global values of ECMAScript 2025, and values that read as keywords. */
const globals =
  "AggregateError Array ArrayBuffer AsyncFunction Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Date Error EvalError FinalizationRegistry Float16Array Float32Array Float64Array Function Generator GeneratorFunction Infinity Int16Array Int32Array Int8Array Intl Iterator JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer String Symbol SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet undefined globalThis".split(
    " ",
  );

/** ECMAScript's reserved words, those of strict mode and modules, and TypeScript's type names. */
const words =
  "arguments as async await break case catch class const continue debugger default delete do else enum eval export extends false finally for from function get if implements import in instanceof interface let new null of package private protected public return set static super switch this throw true try typeof var void while with yield any bigint boolean never number object string symbol type unknown".split(
    " ",
  );

export const reservedClasses: readonly string[] = [...runtime, ...own, ...globals, ...words];

/**
 * Members that a generated class or object has already: of Object.prototype, of the runtime's classes, and `then`, with
 * which it would be taken for a promise. Words of the language may name members.
 */
export const reservedMembers: readonly string[] = [
  "__proto__",
  "constructor",
  "hasOwnProperty",
  "isPrototypeOf",
  "propertyIsEnumerable",
  "toLocaleString",
  "toString",
  "valueOf",
  "then",
  "toJSON",
  "prototype",
  "add",
  "changed",
  "engine",
  "experiences",
  "id",
  "key",
  "sections",
  "things",
];
