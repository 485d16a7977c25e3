public import Foundation

extension Understudy {
    /// A JSON value. Literals make one: `["plan": "gold", "age": 31, "tags": ["new"]]`.
    public enum JSON: Hashable, Sendable {
        case null
        case bool(Bool)
        case number(Double)
        case text(String)
        case list([JSON])
        case object([String: JSON])

        /// A point in time as it is on the wire. One that is on no calendar JSON can't say.
        public static func date(_ date: Date) -> JSON {
            abs(date.timeIntervalSince1970) < 8.64e12 ? .text(Times.format(date)) : .number(.nan)
        }

        public var text: String? { if case let .text(text) = self { text } else { nil } }
        public var number: Double? { if case let .number(number) = self { number } else { nil } }
        public var bool: Bool? { if case let .bool(bool) = self { bool } else { nil } }
        public var list: [JSON]? { if case let .list(list) = self { list } else { nil } }
        public var object: [String: JSON]? { if case let .object(object) = self { object } else { nil } }

        /// A member of an object.
        public subscript(_ key: String) -> JSON? { object?[key] }

        /// The value of a JSON text; null where it is none.
        public static func parse(_ text: String) -> JSON { read(Foundation.Data(text.utf8)) ?? .null }

        static func read(_ data: Foundation.Data) -> JSON? { try? JSONDecoder().decode(JSON.self, from: data) }

        /// Nil where a number is none of JSON's.
        func write() -> String? {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
        }
    }
}

extension Understudy.JSON: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else if let object = try? container.decode([String: Self].self) {
            self = .object(object)
        } else {
            self = .list(try container.decode([Self].self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case let .bool(bool): try container.encode(bool)
        case let .number(number): try container.encode(number)
        case let .text(text): try container.encode(text)
        case let .list(list): try container.encode(list)
        case let .object(object): try container.encode(object)
        }
    }
}

extension Understudy.JSON: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    public init(stringLiteral value: String) { self = .text(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(integerLiteral value: Int) { self = .number(Double(value)) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(arrayLiteral elements: Self...) { self = .list(elements) }
    public init(nilLiteral: ()) { self = .null }

    public init(dictionaryLiteral elements: (String, Self)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}
