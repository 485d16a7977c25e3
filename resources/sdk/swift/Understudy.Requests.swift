import Foundation
#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Understudy {
    /// What came of a request: an answer of the server, or nothing.
    enum Outcome: Sendable {
        struct Answer: Sendable {
            let address: String
            let status: Int
            let etag: String?
            let retryAfterMsec: Int
            let body: JSON?
        }

        case answer(Answer)
        case unreachable(String)

        var answer: Answer? { if case let .answer(answer) = self { answer } else { nil } }
        var status: Int? { answer?.status }
        /// How long the server asks to wait, in ms.
        var retryAfterMsec: Int { answer?.retryAfterMsec ?? 0 }
        /// The same request may succeed later.
        var isPassing: Bool { status.map { $0 == 408 || $0 == 429 || $0 >= 500 } ?? true }
        /// The service itself refuses for good: it always says why. What does not is the page of a proxy, or of a network that wants
        /// one to sign in; the service was not asked.
        var isRefusal: Bool { !isPassing && detail != nil }

        /// Something in front of the service does not let the request through, perhaps for what is in it.
        var isStopped: Bool { !isPassing && !isRefusal && status.map { $0 >= 400 } == true }
        /// The longest pause, in ms, while something else answers in place of the service.
        static let otherMsec = 300_000

        /// How long to wait before a request goes again, in ms: up to `mostMsec` and jitter, never less than the server asks for.
        func pause(_ failures: Int, firstMsec: Int, mostMsec: Int) -> Int {
            max(retryAfterMsec, backoff(failures, firstMsec: firstMsec, mostMsec: isPassing ? mostMsec : Self.otherMsec))
        }

        /// What went wrong, in words: the problem's own where it is the service's.
        var problem: String {
            switch self {
            case let .unreachable(address): return "\(address) can't be reached: check client.serviceUrl and the network"
            case let .answer(answer):
                let other = "but not as the service does: check client.serviceUrl and what is in front of it"
                return detail.map { "\(answer.status): \($0)" } ?? "\(answer.address) answered \(answer.status), \(other)"
            }
        }

        /// The service's own words: a problem (RFC 9457) with a `code`, which those of others have not. Not about a method that was not
        /// ours: a redirect has made a GET of a POST.
        private var detail: String? {
            guard let answer, answer.status >= 400, answer.status != 405, answer.body?["code"]?.text != nil else { return nil }
            return answer.body?["detail"]?.text
        }
    }

    /// Sends requests; what comes of them is told on the worker.
    final class Requests: Sendable {
        typealias Then = @UnderstudyWork @Sendable (Outcome) -> Void

        private let worker: Worker
        private let settings: Settings
        private let streams: Streams
        private let session: URLSession
        /// A session that is stopped ends the process at the next task that is asked of it.
        private let isStopped = Locked(false)
        /// Requests, not streams, that have no answer yet.
        let asking = Locked(0)
        /// The longest that a request may take, and each read of it.
        private static let mostSeconds = 30
        /// The server says something every 15 seconds.
        private static let streamSeconds = 45.0

        init(_ worker: Worker, _ settings: Settings) {
            self.worker = worker
            self.settings = settings
            streams = Streams(worker)
            let configuration = URLSessionConfiguration.ephemeral
            configuration.urlCache = nil
            configuration.httpCookieStorage = nil
            configuration.httpShouldSetCookies = false
            configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
            session = URLSession(configuration: configuration, delegate: streams, delegateQueue: nil)
        }

        @UnderstudyWork
        func get(_ path: String, etag: String?, then: @escaping Then) {
            _ = send(request("GET", path, etag.map { ["If-None-Match": $0] } ?? [:]), then)
        }

        /// Gives the way to call it off.
        @UnderstudyWork
        func post(_ path: String, _ body: String, then: @escaping Then) -> Worker.Job {
            var request = request("POST", path, ["Content-Type": "application/json"])
            request.httpBody = Foundation.Data(body.utf8)
            return send(request, then)
        }

        /// Reads an answer line by line until it ends, is closed, or says nothing for a while. Gives the way to close it.
        func stream(
            _ path: String, onLine: @escaping @UnderstudyWork @Sendable (String) -> Void,
            onEnd: @escaping @UnderstudyWork @Sendable (_ status: Int?, _ retryAfterMsec: Int) -> Void
        ) -> @Sendable () -> Void {
            var request = request("GET", path, ["Accept": "text/event-stream"])
            request.timeoutInterval = Self.streamSeconds
            guard let task = unlessStopped({ session.dataTask(with: request) }) else { return {} }
            streams.add(task, onLine: onLine, onEnd: onEnd)
            task.resume()
            return { task.cancel() }
        }

        /// As a process that ends does.
        func stop() {
            isStopped.with {
                $0 = true
                session.invalidateAndCancel()
            }
        }

        private func unlessStopped(_ task: () -> URLSessionDataTask) -> URLSessionDataTask? {
            isStopped.with { $0 ? nil : task() }
        }

        private func request(_ method: String, _ path: String, _ headers: [String: String]) -> URLRequest {
            let now = settings.now
            var request = URLRequest(url: Values.url(now.serviceUrl + path), timeoutInterval: Double(Self.mostSeconds))
            request.httpMethod = method
            request.setValue(now.apiKey, forHTTPHeaderField: "X-API-Key")
            for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
            return request
        }

        @UnderstudyWork
        private func send(_ request: URLRequest, _ then: @escaping Then) -> Worker.Job {
            let address = request.url?.absoluteString ?? ""
            let ending = Ending()
            let task = unlessStopped {
                session.dataTask(with: request) { [worker, asking] data, response, error in
                    let answer = error == nil ? response as? HTTPURLResponse : nil
                    let outcome = answer.map { Self.read($0, address, data, now: worker.now) } ?? .unreachable(address)
                    asking.with { $0 -= 1 }
                    worker.post {
                        ending.callOff()
                        then(outcome)
                    }
                }
            }
            guard let task else { return {} }
            asking.with { $0 += 1 }
            task.resume()
            // Reads may each come in time, and never end.
            ending.callOff = worker.later(Self.mostSeconds * 1000) { task.cancel() }
            return { task.cancel() }
        }

        /// What calls off the end of a request that takes too long.
        @UnderstudyWork
        private final class Ending {
            var callOff: Worker.Job = {}

            nonisolated init() {}
        }

        private static func read(_ response: HTTPURLResponse, _ address: String, _ data: Foundation.Data?, now: Int64) -> Outcome {
            .answer(
                .init(
                    address: address, status: response.statusCode, etag: response.value(forHTTPHeaderField: "ETag"),
                    retryAfterMsec: retryAfterMsec(response, now: now), body: data.flatMap(JSON.read)))
        }

        /// RFC 9110, 10.2.3: seconds, or a date. At most an hour is waited.
        static func retryAfterMsec(_ response: HTTPURLResponse, now: Int64) -> Int {
            guard let header = response.value(forHTTPHeaderField: "Retry-After") else { return 0 }
            let isSeconds = header.utf8.allSatisfy { (0x30...0x39).contains($0) }
            let date = Times.parseHttp(header).map { $0.timeIntervalSince1970 - Double(now) / 1000 }
            return Int(min(max((isSeconds ? Double(header) : date) ?? 0, 0), 3600) * 1000)
        }
    }

    #if canImport(FoundationNetworking)
        private typealias Redirection = (URLRequest?) -> Void
    #else
        private typealias Redirection = @Sendable (URLRequest?) -> Void
    #endif

    /// Answers that are read while they come.
    private final class Streams: NSObject, URLSessionDataDelegate, @unchecked Sendable {
        private struct Stream {
            let onLine: @UnderstudyWork @Sendable (String) -> Void
            let onEnd: @UnderstudyWork @Sendable (Int?, Int) -> Void
            var rest = Foundation.Data()
        }

        private let worker: Worker
        private let open = Locked<[Int: Stream]>([:])

        init(_ worker: Worker) {
            self.worker = worker
        }

        func add(
            _ task: URLSessionTask, onLine: @escaping @UnderstudyWork @Sendable (String) -> Void,
            onEnd: @escaping @UnderstudyWork @Sendable (Int?, Int) -> Void
        ) {
            open.with { $0[task.taskIdentifier] = Stream(onLine: onLine, onEnd: onEnd) }
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Foundation.Data) {
            let id = dataTask.taskIdentifier
            let (lines, onLine) = open.with { open -> ([String], (@UnderstudyWork @Sendable (String) -> Void)?) in
                guard var stream = open[id], Self.status(of: dataTask) == 200 else { return ([], nil) }
                var parts = (stream.rest + data).split(separator: 0x0a, omittingEmptySubsequences: false)
                stream.rest = Foundation.Data(parts.removeLast())
                open[id] = stream
                return (parts.map { String(decoding: $0, as: UTF8.self) }, stream.onLine)
            }
            guard let onLine else { return }
            for line in lines { worker.post { onLine(line) } }
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            guard let stream = open.with({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
            let response = task.response as? HTTPURLResponse
            let (status, asked) = (response?.statusCode, response.map { Requests.retryAfterMsec($0, now: worker.now) } ?? 0)
            worker.post { stream.onEnd(status, asked) }
        }

        private static func status(of task: URLSessionTask) -> Int? { (task.response as? HTTPURLResponse)?.statusCode }

        /// The service is where it is said to be.
        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping Redirection
        ) {
            completionHandler(nil)
        }
    }

    /// Exponential backoff with full jitter: any time up to `firstMsec` doubled with every failure, at most `mostMsec`.
    static func backoff(_ failures: Int, firstMsec: Int, mostMsec: Int) -> Int {
        Int.random(in: 0...min(mostMsec, firstMsec << min(failures, 20)))
    }
}
