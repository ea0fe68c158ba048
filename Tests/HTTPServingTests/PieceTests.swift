import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@testable import HTTPServing

@Suite("Bodies that are made, or taken, piece by piece", .timeLimit(.minutes(2)))
struct PieceTests {
  /// `1\n`, `2\n` and so on, one a piece; told when nobody holds it any more.
  private struct Numbers: PieceSource {
    let count: Int
    let failsAt: Int
    let end: End?
    private var made = 0

    init(_ count: Int, failsAt: Int = .max, end: End? = nil) {
      (self.count, self.failsAt, self.end) = (count, failsAt, end)
    }

    mutating func next() async throws -> [UInt8]? {
      guard made < count else { return nil }
      made += 1
      guard made < failsAt else { throw CancellationError() }
      // Nothing at all is no end.
      return made == 2 ? [] : Array("\(made)\n".utf8)
    }
  }

  private final class End: Sendable {
    private let gate: Gate
    init(_ gate: Gate) { self.gate = gate }
    deinit { gate.open() }
  }

  private struct Count: BodyTaker {
    private(set) var count = 0
    mutating func take(_ piece: ArraySlice<UInt8>) { count += piece.count }
  }

  private func service(limits: ServingLimits = ServingLimits(), gate: Gate? = nil) throws -> HTTPService {
    try HTTPService(limits: limits, taking: { $0.target == "/count" ? Count() : nil }) { request in
      var response = ServedResponse()
      switch request.target {
      case "/chunks": response.rest = .pieces(Numbers(3), length: nil)
      case "/length": response.rest = .pieces(Numbers(3), length: 4)
      case "/nothing": response.rest = .pieces(Numbers(0), length: 0)
      case "/fails": response.rest = .pieces(Numbers(3, failsAt: 3), length: nil)
      case "/short": response.rest = .pieces(Numbers(3), length: 5)
      case "/long": response.rest = .pieces(Numbers(3), length: 3)
      case "/endless": response.rest = .pieces(Numbers(.max, end: gate.map(End.init)), length: nil)
      case "/unchanged": (response.status, response.rest) = (.notModified, .pieces(Numbers(3), length: 4))
      case "/count": response.body = Array("\((request.taker as? Count)?.count ?? 0)".utf8)
      default: response.body = Array("\(request.body.count)".utf8)
      }
      return response
    }
  }

  private func curl(_ arguments: String...) async throws -> FinishedProcess {
    let curl = try Executables.installed("curl", package: "curl")
    return try await FinishedProcess.run(curl, ["-s", "-m", "30"] + arguments)
  }

  @Test("a length, chunks, or the end of the connection for HTTP/1.0, which knows no chunks, say where a body ends")
  func framing() async throws {
    let service = try service()
    let both = try await curl(
      "-i", "-w", "%{num_connects}\n", "\(service.url)/chunks", "\(service.url)/nothing", "\(service.url)/length")
    let parts = both.outputText.split(separator: "HTTP/1.1 200 OK\r\n").map(String.init)
    #expect(parts.count == 3)
    #expect(parts[0].contains("Transfer-Encoding: chunked\r\n") && parts[0].hasSuffix("\r\n\r\n1\n3\n1\n"))
    #expect(parts[1].contains("Content-Length: 0\r\n") && parts[1].hasSuffix("\r\n\r\n0\n"))
    #expect(parts[2].contains("Content-Length: 4\r\n") && parts[2].hasSuffix("\r\n\r\n1\n3\n0\n"))
    let old = try await curl("-i", "--http1.0", "\(service.url)/chunks")
    #expect(!old.outputText.contains("Transfer-Encoding") && old.outputText.contains("Connection: close\r\n"))
    #expect(old.outputText.hasSuffix("\r\n\r\n1\n3\n"))
    await service.stop()
  }

  @Test(
    "HEAD and 304 have the head alone", arguments: [("HEAD", "/length"), ("HEAD", "/chunks"), ("GET", "/unchanged")])
  func heads(method: String, path: String) async throws {
    let service = try service()
    let answer = try await RawClient.get(path, method: method, from: service.port)
    #expect(answer.body.isEmpty)
    #expect(answer.value(of: "Content-Length") == (path == "/chunks" ? nil : "4"))
    await service.stop()
  }

  @Test(
    "a body that fails, or is not as long as its head says, is cut, so that nobody takes it for whole",
    arguments: ["/fails", "/short", "/long"])
  func cut(path: String) async throws {
    let service = try service()
    #expect(try await curl("\(service.url)\(path)").status == 18)
    #expect(try await RawClient.get("/on", from: service.port).status == 200)
    await service.stop()
  }

  private static let endless = Array("GET /endless HTTP/1.1\r\nHost: h\r\n\r\n".utf8)

  @Test("a body without an end holds nobody up, and is let go when its client leaves")
  func endless() async throws {
    let gate = Gate()
    let service = try service(gate: gate)
    do {
      let client = try OpenClient(to: service.port, saying: Self.endless)
      #expect(try await RawClient.get("/on", from: service.port).status == 200)
      withExtendedLifetime(client) {}
    }
    try await blocking { try gate.wait() }
    await service.stop()
  }

  @Test("what is taken while it comes may be longer than what is kept", arguments: ["", "Transfer-Encoding: chunked"])
  func taken(header: String) async throws {
    var limits = ServingLimits()
    (limits.body, limits.bodies) = (1 << 20, 2 << 20)
    let service = try service(limits: limits)
    try await withTemporaryDirectory { folder in
      let file = try folder.write(String(repeating: "b", count: 5_000_000), to: "body")
      let headers = header.isEmpty ? [] : ["-H", header]
      let curl = try Executables.installed("curl", package: "curl")
      let arguments = ["-s", "-m", "30", "-H", "Expect:"] + headers + ["--data-binary", "@\(file)"]
      let counted = try await FinishedProcess.run(curl, arguments + ["\(service.url)/count"])
      #expect(counted.outputText == "5000000")
      let kept = try await FinishedProcess.run(curl, arguments + ["-w", " %{http_code}", "\(service.url)/kept"])
      #expect(kept.outputText.hasSuffix(" 413"))
    }
    await service.stop()
  }
}
