import Foundation

private struct Thing: Understudy.Experience {
    struct Data: Understudy.ExperienceData {
        let headline: String?

        init(_ values: Understudy.Values) {
            headline = values.text("headline")
        }
    }

    static let type = "thing"
    let place: Understudy.Place
}

/// How long a fresh process takes to its first value, and what 10,000 events leave in memory while nobody answers.
@main
enum SdkBench {
    static func main() async {
        let began = DispatchTime.now()
        let states = (0..<100).map { "\"exp_\($0)\":{\"enabled\":true,\"data\":{\"headline\":\"Headline \($0)\"}}" }
        let fallbacks = Understudy.Fallbacks(space: "bench", revision: 1, states: "{\(states.joined(separator: ","))}")
        let client = Understudy.Client(fallbacks: fallbacks, apiKey: "us_dev_bench")
        let thing = Thing(place: Understudy.Place(client, id: "exp_50", key: "exp_50"))
        precondition(thing.data.headline == "Headline 50")
        let firstMsec = msec(since: began)
        client.log = { _ in }
        client.folder = nil
        client.serviceUrl = "http://127.0.0.1:9"
        await client.session.start(.init(userId: "u1"))
        let before = residentKb()
        let since = DispatchTime.now()
        let pair = ("a key", "a value of some length")
        for _ in 0..<10_000 { client.session.track("movie/watched", .init(pair1: pair, pair2: pair, pair3: pair)) }
        let trackMsec = msec(since: since)
        // Jobs are done in turn, so this comes after the last event.
        await withCheckedContinuation { done in client.engine.worker.post { done.resume() } }
        print("{\"firstMs\":\(firstMsec),\"trackMs\":\(trackMsec),\"unsentKb\":\(residentKb() - before)}")
    }

    private static func msec(since: DispatchTime) -> Double {
        Double(DispatchTime.now().uptimeNanoseconds - since.uptimeNanoseconds) / 1e6
    }

    private static func residentKb() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
        return Int(line.filter(\.isNumber)) ?? 0
    }
}
