import Glibc
import HTTPTypes
import TestSupport
import Testing

@testable import ParleyEngine

extension DownloadTests {
  /// What a server does with a request for a part.
  enum Behaviour: CaseIterable {
    case ranges, noRanges, changed, shorter, wrongPart
  }

  private static let whole = "0123456789"

  /// Sends half of the content to the first request and breaks off; to the second it does as it is told.
  private func server(_ behaviour: Behaviour, validator: String) throws -> RawServer {
    try RawServer.start { connection in
      guard let request = try connection.readRequest() else { return }
      let first = ["Content-Length: 10", validator]
      guard request.target == "/film", request.value(of: "Range") != nil else {
        let isSecond = connection.number > 0
        let body = Array((isSecond ? Self.whole : "01234").utf8)
        return try connection.send(RawReply(headers: first, body: body))
      }
      switch behaviour {
      case .ranges
      where request.value(of: "If-Range") == validator.split(separator: " ", maxSplits: 1).last.map(String.init):
        try connection.send(
          RawReply(
            "206 Partial Content", headers: ["Content-Length: 5", "Content-Range: bytes 5-9/10", validator],
            body: Array("56789".utf8)))
      case .wrongPart:
        try connection.send(
          RawReply(
            "206 Partial Content", headers: ["Content-Length: 5", "Content-Range: bytes 0-4/10"],
            body: Array("01234".utf8)))
        _ = try connection.readRequest()
        try connection.send(RawReply(headers: first, body: Array(Self.whole.utf8)))
      case .shorter:
        try connection.send(.text("", status: "416 Range Not Satisfiable", headers: ["Content-Range: bytes */3"]))
        _ = try connection.readRequest()
        try connection.send(RawReply(headers: first, body: Array(Self.whole.utf8)))
      case .changed:
        try connection.send(RawReply(headers: ["Content-Length: 10", "ETag: \"other\""], body: Array(Self.whole.utf8)))
      case .ranges, .noRanges:
        try connection.send(RawReply(headers: first, body: Array(Self.whole.utf8)))
      }
    }
  }

  /// Breaks a download off, and goes on with it as another process would.
  private func resume(_ behaviour: Behaviour, validator: String = "ETag: \"v1\"") async throws -> (Response, RawServer)
  {
    let directory = try TemporaryDirectory()
    let server = try server(behaviour, validator: validator)
    let path = directory.path("film")
    let error = await #expect(throws: RequestError.self) {
      try await Client().send(.get(server.url + "/film").downloading(to: path))
    }
    #expect(error?.code == "network.truncated")
    let response = try await Client().send(.get(server.url + "/film").downloading(to: path, resuming: true))
    #expect(try readFile(path) == Array(Self.whole.utf8))
    #expect(try directory.names == ["film"])
    return (response, server)
  }

  @Test(
    "After a restart it goes on behind the part on disk, by Range and If-Range",
    arguments: ["ETag: \"v1\"", "Last-Modified: Mon, 21 Sep 2026 14:14:20 GMT"])
  func resumes(validator: String) async throws {
    let (response, server) = try await resume(.ranges, validator: validator)
    #expect(response.download?.resumption == .resumed(at: 5))
    #expect(response.status == .partialContent)
    #expect(server.requests.last?.value(of: "Range") == "bytes=5-")
    #expect(server.requests.last?.value(of: "Accept-Encoding") == "identity")
  }

  @Test(
    "Where the server cannot go on it starts again and says why",
    arguments: [
      (Behaviour.noRanges, Resumption.Reason.noRanges), (.changed, .changed), (.shorter, .changed),
      (.wrongPart, .changed),
    ])
  func startsAgain(behaviour: Behaviour, reason: Resumption.Reason) async throws {
    let (response, _) = try await resume(behaviour)
    #expect(response.download?.resumption == .failed(reason))
    #expect(response.status == .ok)
  }

  @Test(
    "A part by which the server knows nothing again does not stay: it starts from the beginning",
    arguments: ["ETag: W/\"v1\"", "X-None: 1"])
  func noValidator(header: String) async throws {
    let (response, server) = try await resume(.ranges, validator: header)
    #expect(response.download?.resumption == .failed(.nothingPaused))
    #expect(server.requests.allSatisfy { $0.value(of: "Range") == nil })
  }

  @Test("With nothing to go on with it starts and says so")
  func nothingThere() async throws {
    try await withTemporaryDirectory { directory in
      let server = try RawServer.answering(.text("all"))
      let response = try await Client().send(.get(server.url).downloading(to: directory.path("a"), resuming: true))
      #expect(response.download?.resumption == .failed(.nothingPaused))
      #expect(try directory.read("a") == Array("all".utf8))
    }
  }

  @Test("A part of another address is not gone on with")
  func otherAddress() async throws {
    try await withTemporaryDirectory { directory in
      let server = try server(.ranges, validator: "ETag: \"v1\"")
      let path = directory.path("film")
      await #expect(throws: RequestError.self) {
        try await Client().send(.get(server.url + "/other").downloading(to: path))
      }
      let response = try await Client().send(.get(server.url + "/film").downloading(to: path, resuming: true))
      #expect(response.download?.resumption == .failed(.nothingPaused))
      #expect(try readFile(path) == Array(Self.whole.utf8))
    }
  }

  @Test("A cancelled download leaves its part for later, and nothing of it when it has none to go on with")
  func cancelled() async throws {
    try await withTemporaryDirectory { directory in
      let server = try RawServer.start { connection in
        guard let request = try connection.readRequest() else { return }
        let tag = request.target == "/tagged" ? ["ETag: \"v1\""] : []
        try connection.send(RawReply(headers: ["Content-Length: 10"] + tag, body: Array("01234".utf8)))
        connection.waitForClose()
      }
      for target in ["/tagged", "/plain"] {
        let call = Client().prepare(
          .get(server.url + target).downloading(to: directory.path(String(target.dropFirst()))))
        call.start()
        while call.arriving?.body.count != 5 { await Task.yield() }
        let body = try #require(call.arriving?.body)
        call.cancel()
        while !body.isComplete { await Task.yield() }
      }
      #expect(try directory.names == ["tagged.parley-part", "tagged.parley-part.json"])
    }
  }
}

/// The names in a folder, sorted.
func blockingNames(of folder: String) throws -> [String] {
  let stream = try #require(opendir(folder))
  defer { closedir(stream) }
  var names: [String] = []
  while let entry = readdir(stream) {
    names.append(withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
  }
  return names.filter { $0 != "." && $0 != ".." }.sorted()
}
