public import Foundation

extension Understudy {
    /// A colour: `#rrggbb` and an opacity from 0 to 1.
    public struct Color: Hashable, Sendable {
        public let value: String
        public let opacity: Double

        public init(value: String, opacity: Double) {
            self.value = value
            self.opacity = opacity
        }

        /// Each from 0 to 1, as SwiftUI, UIKit and AppKit take them.
        public var red: Double { part(16) }
        public var green: Double { part(8) }
        public var blue: Double { part(0) }

        private func part(_ bits: Int) -> Double {
            Double(((Int(value.dropFirst(), radix: 16) ?? 0) >> bits) & 0xff) / 255
        }
    }

    /// A case of a select, with the text that it has on the wire.
    public protocol Option: Hashable, Sendable {
        init(text: String)
        var text: String { get }
    }

    /// The data of a state, by the wire's keys. Each is read as the type that the code was generated for; where it is missing, or
    /// of another type by now, nil, and what stands in is the property's default.
    public struct Values: Sendable {
        let data: [String: JSON]

        public func text(_ key: String) -> String? { data[key]?.text }
        public func number(_ key: String) -> Double? { data[key]?.number }
        public func bool(_ key: String) -> Bool? { data[key]?.bool }
        /// Texts, numbers and booleans.
        public func list(_ key: String) -> [JSON]? {
            data[key]?.list?.filter { $0.text != nil || $0.number != nil || $0.bool != nil }
        }
        public func json(_ key: String) -> JSON? { data[key] }
        public func date(_ key: String) -> Date? { text(key).flatMap(Times.parse) }
        public func url(_ key: String) -> URL? { text(key).flatMap(Self.parsed) }
        public func option<Case: Option>(_ key: String) -> Case? { text(key).map(Case.init(text:)) }

        public func color(_ key: String) -> Color? {
            guard let members = data[key]?.object, let value = members["value"]?.text else { return nil }
            return Color(value: value, opacity: members["opacity"]?.number ?? 1)
        }

        /// For generated defaults.
        public static func url(_ text: String) -> URL { parsed(text) ?? URL(fileURLWithPath: "") }

        /// For generated defaults, which are right.
        public static func date(_ text: String) -> Date { Times.parse(text) ?? Date(timeIntervalSince1970: 0) }

        /// Older systems know no address with characters that have to be escaped.
        private static func parsed(_ text: String) -> URL? {
            URL(string: text)
                ?? text.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed).flatMap { URL(string: $0) }
        }
    }

    enum Times {
        static func format(_ date: Date) -> String { format(Int64((date.timeIntervalSince1970 * 1000).rounded())) }

        /// RFC 3339, of ms since 1970.
        static func format(_ msec: Int64) -> String {
            let seconds = Int64((Double(msec) / 1000).rounded(.down))
            let millis = String(msec - seconds * 1000 + 1000).dropFirst()
            let text = formatter("yyyy-MM-dd'T'HH:mm:ss").string(from: Date(timeIntervalSince1970: Double(seconds)))
            return "\(text).\(millis)Z"
        }

        /// A date (its first instant, UTC) or a time with a zone; nil where the text is neither.
        static func parse(_ text: String) -> Date? {
            if text.utf8.count == 10 { return formatter("yyyy-MM-dd").date(from: text) }
            let inSeconds = formatter("yyyy-MM-dd'T'HH:mm:ssXXXXX")
            let parts = text.uppercased().split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return inSeconds.date(from: text.uppercased()) }
            let fraction = parts[1].prefix { $0.isNumber }
            let whole = inSeconds.date(from: "\(parts[0])\(parts[1][fraction.endIndex...])")
            return Double("0.\(fraction)").flatMap { whole?.addingTimeInterval($0) }
        }

        /// HTTP's date (RFC 9110, 5.6.7).
        static func parseHttp(_ text: String) -> Date? { formatter("EEE, dd MMM yyyy HH:mm:ss zzz").date(from: text) }

        private static func formatter(_ format: String) -> DateFormatter {
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.timeZone = TimeZone(secondsFromGMT: 0)
            // RFC 3339 has one calendar for all times; Foundation's has another one before 1582.
            formatter.gregorianStartDate = .distantPast
            formatter.dateFormat = format
            return formatter
        }
    }
}
