import Foundation
import Observation

typealias JSON = Understudy.JSON

/// Reads steps, one JSON text a line, does each, and writes what it saw. `open` begins with a new device.
@main
enum Driver {
    static func main() async {
        var device = Device()
        while let line = readLine() {
            let step = JSON.parse(line)
            if step["do"]?.text == "open" {
                device.kill()
                device = Device()
            }
            var saw: JSON
            do {
                saw = try await device.run(step)
            } catch {
                saw = ["failed": .text("\(error)")]
            }
            FileHandle.standardOutput.write(Data("\(saw.write() ?? "{}")\n".utf8))
        }
        device.kill()
    }
}

struct Wrong: Error {
    let what: String
}

/// Without the warning: it is called to hear what it says when it runs.
protocol Deprecated {
    func identify(_ userId: String, _ fields: [String: JSON]) async
    func anonymize(_ fields: [String: JSON]) async
}

extension Understudy.Session: Deprecated {}

final class App: Sendable {
    let client: Understudy.Client
    let collections: Contract.Collections
    let changes = Understudy.Locked<[String]>([])

    init(_ folder: URL, _ key: String, _ lines: Understudy.Locked<[String]>) {
        client = Understudy.Client(fallbacks: Contract.fallbacks, apiKey: key)
        collections = Contract.Collections(client)
        client.folder = folder
        client.log = { line in lines.with { $0.append(line) } }
        let homepage = collections.homepage
        let keys = [
            homepage.banner.id: homepage.banner.key, homepage.footer.id: homepage.footer.key,
            homepage.body.id: homepage.body.key, collections.later.card.id: collections.later.card.key,
        ]
        let (all, told) = (client.changes, changes)
        Task { for await ids in all { told.with { $0 += ids.compactMap { keys[$0] } } } }
    }

    private let observed = Understudy.Locked<Bool?>(nil)

    /// Whether what once read the banner, as a view does, was told to read it again. The first time is that reading.
    func observe() -> Bool {
        if let known = observed.with({ $0 }) { return known }
        observed.with { $0 = false }
        let observed = observed
        withObservationTracking {
            _ = collections.homepage.banner.data
        } onChange: {
            observed.with { $0 = true }
        }
        return false
    }

    /// Until what is due by now is done.
    func work() async {
        await withCheckedContinuation { done in client.engine.worker.post { done.resume() } }
    }
}

final class Device {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    private let lines = Understudy.Locked<[String]>([])
    private var launched: App?

    private var app: App {
        get throws {
            guard let launched else { throw Wrong(what: "nothing is launched") }
            return launched
        }
    }

    func run(_ step: JSON) async throws -> JSON {
        let userId = step["userId"]?.text
        let fields = fieldsOf(step)
        switch step["do"]?.text {
        case "open": break
        case "launch": try launch(step)
        case "kill": kill()
        case "start":
            try await begin(step) { await $0.start(Understudy.StartOptions(userId: userId, fields: fields)) }
        case "update": try await begin(step) { await $0.update(fields) }
        case "identify": try await begin(step) { await ($0 as any Deprecated).identify(userId ?? "", fields) }
        case "anonymize": try await begin(step) { await ($0 as any Deprecated).anonymize(fields) }
        case "track": for _ in 0..<Int(step["times"]?.number ?? 1) { try track(step) }
        case "assign": try assign(step["name"]?.text ?? "", step["value"] ?? .null)
        case "read": _ = try look(step["what"]?.text ?? "")
        case "advance": try await advance(step["seconds"]?.number ?? 0)
        case "flush":
            try app.client.session.flush()
            try await app.work()
        case "seen":
            NotificationCenter.default.post(name: Notification.Name("UIApplicationWillEnterForegroundNotification"), object: nil)
            try await app.work()
        case "leave": try leave(String(repeating: step["letter"]?.text ?? "x", count: Int(step["bytes"]?.number ?? 0)))
        case "leaveVisitor":
            let id = String(repeating: "x", count: Int(step["length"]?.number ?? 0))
            for file in try kept("understudy-visitor-") { try id.write(to: file, atomically: true, encoding: .utf8) }
        case "disk": try fillDisk(step["full"]?.bool == true)
        case "look":
            let seen = try (step["what"]?.list ?? []).compactMap(\.text).map { ($0, try look($0)) }
            return .object(Dictionary(uniqueKeysWithValues: seen))
        case "changes": return ["changes": .list(try app.changes.with { $0 }.map(JSON.text))]
        case "log": return ["lines": .list(lines.with { $0 }.map(JSON.text))]
        default: throw Wrong(what: "no step \(step)")
        }
        return [:]
    }

    private func launch(_ step: JSON) throws {
        kill()
        let made = App(folder, step["apiKey"]?.text ?? "", lines)
        made.client.serviceUrl = step["serviceUrl"]?.text ?? ""
        launched = made
        for name in ["sessionLock", "waitTimeMsec"] { try step[name].map { try assign(name, $0) } }
    }

    func kill() {
        launched?.client.engine.worker.stop()
        launched?.client.engine.requests.stop()
        launched = nil
    }

    private func begin(_ step: JSON, _ body: @escaping @Sendable (Understudy.Session) async -> Void) async throws {
        let session = try app.client.session
        let task = Task { await body(session) }
        if step["wait"] != false { await task.value } else { await Task.yield() }
        try await app.work()
    }

    private func fieldsOf(_ step: JSON) -> [String: JSON] {
        var fields = step["fields"]?.object ?? [:]
        for name in (step["notANumber"]?.list ?? []).compactMap(\.text) {
            fields[name] = fields[name]?.list.map { .list($0 + [.number(.nan)]) } ?? .number(.nan)
        }
        return fields
    }

    private func leave(_ text: String) throws {
        let event = #"{"id":"left","name":"a/left","time":"1970-01-01T00:00:00.000Z","anonymousId":"a","x":"\#(text)"}"#
        for file in try kept("understudy-events-") {
            try "\(event)\n\(String(decoding: try Data(contentsOf: file), as: UTF8.self))".write(to: file, atomically: true, encoding: .utf8)
        }
    }

    /// A file in the folder's place takes nothing.
    private func fillDisk(_ isFull: Bool) throws {
        let (files, aside) = (FileManager.default, URL(fileURLWithPath: folder.path + ".aside"))
        if isFull {
            try files.createDirectory(at: folder, withIntermediateDirectories: true)
            try files.moveItem(at: folder, to: aside)
            try Data().write(to: folder)
        } else {
            try files.removeItem(at: folder)
            try files.moveItem(at: aside, to: folder)
        }
    }

    private func kept(_ start: String) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix(start) }
            .map(folder.appendingPathComponent)
    }

    private func track(_ step: JSON) throws {
        let pair = { (name: String) -> Understudy.Metadata.Pair? in
            step["metadata"]?[name].map { ($0["key"]?.text ?? "", $0["value"]?.text ?? "") }
        }
        let name = step["name"]?.text ?? ""
        let metadata = pair("pair1").map { Understudy.Metadata(pair1: $0, pair2: pair("pair2"), pair3: pair("pair3")) }
        switch step["on"]?.text {
        case nil: try app.client.session.track(name, metadata)
        case "homepage.banner": try app.collections.homepage.banner.track(name, metadata)
        case let on: throw Wrong(what: "nothing is \(on ?? "")")
        }
    }

    private func assign(_ name: String, _ value: JSON) throws {
        let client = try app.client
        switch name {
        case "sessionLock": client.sessionLock = value.bool ?? true
        case "waitTimeMsec": client.waitTimeMsec = Int(value.number ?? 0)
        case "apiKey": client.apiKey = value.text ?? ""
        case "serviceUrl": client.serviceUrl = value.text ?? ""
        default: throw Wrong(what: "no setting \(name)")
        }
    }

    /// What was asked for is answered first, unless nobody answers.
    private func advance(_ seconds: Double) async throws {
        let engine = try app.client.engine
        for _ in 0..<150 where engine.requests.asking.with({ $0 }) > 0 { try await Task.sleep(nanoseconds: 2_000_000) }
        try await app.work()
        engine.worker.advance(Int(seconds * 1000))
        try await app.work()
    }

    private func look(_ what: String) throws -> JSON {
        let (client, homepage) = (try app.client, try app.collections.homepage)
        switch what {
        case "status": return .text(client.session.status.rawValue)
        case "anonymous": return .bool(client.session.anonymous)
        case "waitTimeMsec": return .number(Double(client.waitTimeMsec))
        case "observed": return .bool(try app.observe())
        case "homepage.banner": return state(homepage.banner.enabled, wire(homepage.banner.data))
        case "homepage.footer": return state(homepage.footer.enabled, wire(homepage.footer.data))
        case "default:homepage.banner": return state(homepage.banner.defaultEnabled, wire(homepage.banner.defaultData))
        case "later.card":
            let card = try app.collections.later.card
            return state(card.enabled, ["title": .text(card.data.title)])
        case "homepage.body":
            let children = homepage.body.children.map { child -> JSON in
                switch child {
                case let .teaser(one): [.text(one.key), .text(Contract.Teaser.type), .text(one.data.title)]
                }
            }
            return ["enabled": .bool(homepage.body.enabled), "children": .list(children)]
        default: throw Wrong(what: "nothing is \(what)")
        }
    }

    private func state(_ enabled: Bool, _ data: JSON) -> JSON { ["enabled": .bool(enabled), "data": data] }

    /// The driver's own: what the runtime makes of a date is read by another one.
    private func isoTime(_ date: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.gregorianStartDate = .distantPast
        formatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'"
        return formatter.string(from: date)
    }

    /// Each property as its own type gives it, by the wire's key.
    private func wire(_ data: Contract.HeroData) -> JSON {
        var wire: [String: JSON] = [
            "headline": .text(data.headline),
            "text": .text(data.text),
            "seats": .number(data.seats),
            "soldOut": .bool(data.soldOut),
            "background": ["value": .text(data.background.value), "opacity": .number(data.background.opacity)],
            "link": .text(data.link.absoluteString),
            "premiere": .text(isoTime(data.premiere)),
            "genre": .text(data.genre.text),
            "tags": .list(data.tags),
            "extra": data.extra,
            "class": .text(data.classValue),
            "head-line": .text(data.headLineValue),
            "HEADLINE": .text(data.hEADLINEOab8),
        ]
        wire["poster"] = data.poster.map { .text($0.absoluteString) }
        wire["subtitle"] = data.subtitle.map(JSON.text)
        return .object(wire)
    }
}
