import {
  asciiCaseName,
  asciiNaming,
  declaredWithParts,
  enumsBut,
  lowerFirst,
  valueNames,
  withSuffix,
} from "../naming/ascii-names.ts";
import type { OwnScope } from "../naming/assign-names.ts";
import type { Naming } from "../naming/naming.ts";

/** Swift's keywords (The Swift Programming Language, "Lexical Structure"), and what means something after a dot. */
const keywords =
  "actor any as associatedtype async await borrowing break case catch class consuming continue convenience default defer deinit didSet do dynamic dynamicType each else enum extension fallthrough false fileprivate final for func get guard if import in indirect infix init inout internal is isolated lazy left let macro mutating nil none nonisolated nonmutating open operator optional override package postfix precedence precedencegroup prefix private protocol public repeat required rethrows return right self sending set some static struct subscript super switch throw throws true try type typealias unowned var weak where while willSet".split(
    " ",
  );

/** Types that generated code names, and what Swift takes for something else after a dot. */
const types =
  "Any Bool Collections Date Double Fallbacks Identifiable Never Option Protocol Self Sendable String Type URL Understudy".split(
    " ",
  );

/** What the runtime names besides: a Space's type stands beside it, and would be taken for them. */
const ofRuntime =
  "Array AsyncStream BinaryInteger Codable DateFormatter Decoder Dictionary Encoder Equatable Error ExpressibleByArrayLiteral ExpressibleByBooleanLiteral ExpressibleByDictionaryLiteral ExpressibleByFloatLiteral ExpressibleByIntegerLiteral ExpressibleByNilLiteral ExpressibleByStringLiteral FileHandle FileManager Foundation HTTPURLResponse Hashable Int Int64 JSONDecoder JSONEncoder Locale MainActor NSLock NSObject Notification NotificationCenter Observable ObservableObject ObservationRegistrar ProcessInfo Set Substring Task TimeZone UInt64 URLComponents URLRequest URLResourceValues URLSession URLSessionConfiguration URLSessionDataDelegate URLSessionDataTask URLSessionTask UTF8 UUID UnderstudyWork Void WritableKeyPath".split(
    " ",
  );

/** The type that all of a Space's code is in: keys differ, so these do. */
export function swiftNamespace(spaceKey: string): string {
  const name = spaceKey
    .split("-")
    .map((word) => (/^[a-z]/.test(word) ? word.charAt(0).toUpperCase() + word.slice(1) : `_${word}`))
    .join("");
  // `task` is TaskSpace, so that `task-space` is another.
  return [...types, ...ofRuntime].includes(name.replace(/(Space)+$/, "")) ? `${name}Space` : name;
}

/** Names in Swift. */
export const swiftNaming: Naming = {
  ...asciiNaming,
  declared: declaredWithParts,
  reservedClasses: types,
  reservedMembers: [...keywords, "id", "key", "client"],
};

/** Properties of an Experience's data. */
export const propertyScope: OwnScope = { names: valueNames, reserved: keywords, withSuffix };

/** The enums of its selects. */
export const enumScope = enumsBut(types);

/** The cases of one. */
export const caseScope: OwnScope = {
  names: (text) => {
    const name = lowerFirst(asciiCaseName(text));
    return [name, `${name}Case`];
  },
  reserved: [...keywords, "hash", "hashValue", "text", "unknown"],
  withSuffix,
};

/** What a Section's children are told apart by: the names of their classes. */
export const childScope: OwnScope = {
  names: (className) => [lowerFirst(className), `${lowerFirst(className)}Child`],
  reserved: [...keywords, "id"],
  withSuffix,
};
