import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@testable import HTTPServing

@Suite("The HTTP server of this program", .timeLimit(.minutes(2)))
struct HTTPServiceTests {
  /// Answers with the method, the target and the body; some paths do other things.
  private func service(limits: ServingLimits = ServingLimits(), gate: Gate? = nil) throws -> HTTPService {
    try HTTPService(limits: limits) { request in
      switch request.target {
      case "/wait":
        await withCheckedContinuation { continuation in
          let work = { @Sendable in
            try? gate?.wait()
            continuation.resume()
          }
          if !DetachedThread.start(isAwaited: false, work) { work() }
        }
        return ServedResponse(body: Array("waited".utf8))
      case "/reset": return .reset
      case "/silence": return .silence
      case "/empty": return ServedResponse(.noContent, body: Array("dropped".utf8))
      case "/large": return ServedResponse(body: [UInt8](repeating: 65, count: 3_000_000))
      default:
        let text = "\(request.method) \(request.target) \(String(decoding: request.body, as: UTF8.self))"
        return ServedResponse(headers: [.contentType: "text/plain"], body: Array(text.utf8))
      }
    }
  }

  private func curl(_ arguments: String...) async throws -> FinishedProcess {
    let curl = try Executables.installed("curl", package: "curl")
    return try await FinishedProcess.run(curl, ["-s", "-m", "30"] + arguments)
  }

  @Test("answers curl, keeps its connection for the next request, and knows HEAD and chunks")
  func curlAsks() async throws {
    let service = try service()
    let twice = try await curl("-w", "%{num_connects} ", "\(service.url)/a?b=c", "-d", "x=1", "\(service.url)/d")
    #expect(twice.outputText == "POST /a?b=c x=11 POST /d x=10 ")
    let chunked = try await curl("-H", "Transfer-Encoding: chunked", "-d", "in chunks", "\(service.url)/c")
    #expect(chunked.outputText == "POST /c in chunks")
    let head = try await curl("-I", "\(service.url)/h")
    #expect(head.outputText.contains("HTTP/1.1 200 OK\r\n") && head.outputText.contains("Content-Length: 8\r\n"))
    #expect(head.outputText.contains("Date: ") && head.status == 0)
    let empty = try await curl("-i", "\(service.url)/empty")
    #expect(empty.outputText.hasPrefix("HTTP/1.1 204 No Content") && !empty.outputText.contains("dropped"))
    #expect(try await curl("\(service.url)/large").output.count == 3_000_000)
    await service.stop()
  }

  @Test(
    "answers although others keep all its connections, idle, slow with their headers, or slow with their bodies",
    arguments: ["", "GET /a HTTP/1.1\r\nX: ", "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\nabc"])
  func kept(_ beginning: String) async throws {
    var limits = ServingLimits()
    limits.connections = 4
    let service = try service(limits: limits)
    let others = try (0..<12).map { _ in try OpenClient(to: service.port, saying: Array(beginning.utf8)) }
    #expect(try await RawClient.get("/mine", from: service.port).bodyText == "GET /mine ")
    withExtendedLifetime(others) {}
    await service.stop()
  }

  @Test("takes no more bodies than all of them together may have, and answers others meanwhile")
  func bodies() async throws {
    var limits = ServingLimits()
    limits.bodies = 1_000_000
    let service = try service(limits: limits)
    let head = "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 900000\r\n\r\n"
    let half = Array((head + String(repeating: "a", count: 600_000)).utf8)
    let first = try OpenClient(to: service.port, saying: half)
    // Its head has been read before another connection is answered.
    #expect(try await RawClient.get("/before", from: service.port).bodyText == "GET /before ")
    let second = try await RawClient.send(half, to: service.port)
    #expect(second.status == 503)
    #expect(try await RawClient.get("/mine", from: service.port).bodyText == "GET /mine ")
    withExtendedLifetime(first) {}
    await service.stop()
  }

  @Test("tells a client with a large body to go on, and takes all of it")
  func expectContinue() async throws {
    let service = try service()
    try await withTemporaryDirectory { folder in
      let file = try folder.write(String(repeating: "b", count: 2_000_000), to: "body")
      let sent = try await curl("-v", "-H", "Expect: 100-continue", "--data-binary", "@\(file)", "\(service.url)/big")
      #expect(sent.output.count == 2_000_000 + "POST /big ".utf8.count)
      #expect(sent.errorText.contains("HTTP/1.1 100 Continue"))
    }
    await service.stop()
  }

  @Test("answers requests that are sent ahead in their order")
  func pipelining() async throws {
    let service = try service()
    let text = (1...5).map { "GET /\($0) HTTP/1.1\r\nHost: h\r\n\r\n" }.joined()
    let answer = try await RawClient.send(
      text + "GET /last HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", to: service.port)
    let whole = String(decoding: answer.bytes, as: UTF8.self)
    let order = whole.split(separator: "GET /").dropFirst().map { $0.prefix { $0 != " " } }
    #expect(order == ["1", "2", "3", "4", "5", "last"])
    await service.stop()
  }

  @Test("a slow request, a silent one and one that is cut hold nobody else up")
  func others() async throws {
    let gate = Gate()
    let service = try service(gate: gate)
    let port = service.port
    async let waiting = RawClient.get("/wait", from: port)
    async let cut = curl("\(service.url)/reset")
    let answers = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 1...40 { group.addTask { try await RawClient.get("/\(number)", from: port).bodyText } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.count == 40 && answers.allSatisfy { $0.hasPrefix("GET /") })
    #expect(try await cut.status == 56)
    gate.open()
    #expect(try await waiting.bodyText == "waited")
    await service.stop()
  }

  @Test("says why it cannot read a request, and closes")
  func refused() async throws {
    var limits = ServingLimits()
    limits.body = 100
    let service = try service(limits: limits)
    let answer = try await RawClient.send("nonsense\r\n\r\n", to: service.port)
    #expect(answer.status == 400 && answer.bodyText.contains("first line"))
    let large = try await RawClient.send(String(repeating: "x", count: 200_000), to: "/", port: service.port)
    #expect(large.status == 413 && large.value(of: "Connection") == "close")
    await service.stop()
  }

  @Test("a request that does not come to its end in time is told so, and the others go on")
  func late() async throws {
    var limits = ServingLimits()
    limits.headTime = .milliseconds(50)
    let service = try service(limits: limits)
    let answer = try await RawClient.send("GET / HTTP/1.1\r\nHost:", to: service.port)
    #expect(answer.status == 408)
    #expect(try await RawClient.get("/on", from: service.port).status == 200)
    await service.stop()
  }

  @Test("a port that is taken is told")
  func taken() async throws {
    let first = try service()
    #expect(throws: (any Error).self) { try HTTPService(port: first.port) { _ in ServedResponse() } }
    await first.stop()
  }

  /// In between, any program of the machine may have been given the port: of several, one is enough.
  @Test("a port that was used is free again")
  func freed() async throws {
    for _ in 1...8 {
      let first = try service()
      await first.stop()
      guard let second = try? HTTPService(port: first.port, handler: { _ in ServedResponse() }) else { continue }
      #expect(second.port == first.port)
      return await second.stop()
    }
    Issue.record("None of eight ports was free again.")
  }

  @Test("stopped, it gives a response on its way a moment, and accepts nobody any more")
  func stops() async throws {
    let gate = Gate()
    let service = try service(gate: gate)
    let port = service.port
    async let waiting = RawClient.get("/wait", from: port)
    async let idle = RawClient.get("/", headers: [], from: port)
    _ = try await idle
    gate.open()
    #expect(try await waiting.bodyText == "waited")
    await service.stop()
    await #expect(throws: SupportError.self) { try await RawClient.get("/", from: port) }
  }
}
