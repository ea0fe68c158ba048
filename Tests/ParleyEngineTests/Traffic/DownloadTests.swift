import Glibc
import HTTPTypes
import TestSupport
import Testing

@testable import ParleyEngine

@Suite("Downloads", .timeLimit(.minutes(2)))
struct DownloadTests {
  private let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 97 ^ $0 / 1009) }

  /// nginx with the content at `/film.mp4`, and a folder to download to.
  private func withFilm(_ body: (NginxServer, TemporaryDirectory) async throws -> Void) async throws {
    try await withNginxServer(tls: false) { server in
      try server.files.write(content, to: "film.mp4")
      try await withTemporaryDirectory { try await body(server, $0) }
    }
  }

  @Test("A download goes to the chosen file, and nothing else stays in its folder")
  func file() async throws {
    try await withFilm { server, directory in
      let path = directory.path("film.mp4")
      let response = try await Client().send(.get(server.url + "/film.mp4").downloading(to: path))
      #expect(response.download == Download(path: path))
      #expect(try readFile(path) == content)
      #expect(response.body.count == content.count)
      #expect(try response.body.read(at: 1000, count: 10) == Array(content[1000..<1010]))
      #expect(try directory.names == ["film.mp4"])
    }
  }

  @Test(
    "A download without a place, its own wish or its route's, goes to a temporary file that the result names",
    arguments: [false, true])
  func temporary(byRoute: Bool) async throws {
    try await withFilm { server, directory in
      let transport = CurlTransport(temporaryFolder: directory.path)
      let client = Client(transport: transport)
      var route = Route("film", endpoint: PathTemplate(server.url + "/film.mp4"))
      route.downloads = byRoute
      let request = Request.route(route)
      let response = try await client.send(byRoute ? request : request.downloadingToTemporaryFile())
      let path = try #require(response.download?.path)
      #expect(path.hasPrefix(directory.path))
      #expect(try readFile(path) == content)
      #expect(try directory.names.count == 1)
    }
  }

  @Test("A download goes through a link, and into a pipe, which holds nothing that could be read")
  func streams() async throws {
    let server = try RawServer.answering(.text("film"))
    try await withTemporaryDirectory { directory in
      let (link, pipe) = (directory.path("link"), directory.path("pipe"))
      #expect(symlink("film.mp4", link) == 0 && mkfifo(pipe, 0o600) == 0)
      let reader = open(pipe, O_RDONLY | O_NONBLOCK)
      defer { close(reader) }
      for path in [link, pipe] {
        let response = try await Client().send(.get(server.url).downloading(to: path))
        #expect(response.download == Download(path: path) && response.body.count == 4)
        #expect(try response.body.read(at: 0, count: 4) == (path == link ? Array("film".utf8) : []))
      }
      var bytes = [UInt8](repeating: 0, count: 8)
      #expect(read(reader, &bytes, bytes.count) == 4)
      #expect(try directory.names.sorted() == ["film.mp4", "link", "pipe"])
    }
  }

  @Test("A refusal is read like any other, and leaves the file as it was", arguments: [404, 500])
  func refused(status: Int) async throws {
    try await withTemporaryDirectory { directory in
      let path = try directory.write("old", to: "film.mp4")
      let server = try RawServer.answering(.text("sorry", status: "\(status) No"))
      let response = try await Client().send(.get(server.url).downloading(to: path))
      #expect(response.download == nil)
      #expect(try response.text() == "sorry")
      #expect(try readFile(path) == Array("old".utf8))
      #expect(try directory.names == ["film.mp4"])
    }
  }

  @Test("Paused and resumed while it runs it says where it goes on; when nothing is paused it says so")
  func pausing() async throws {
    try await withTemporaryDirectory { directory in
      let mayEnd = Gate()
      let server = try RawServer.start { connection in
        try connection.readRequest()
        try connection.send(.truncated("one", promising: 6))
        try mayEnd.wait()
        try connection.send("two")
        connection.waitForClose()
      }
      let call = Client().prepare(.get(server.url).downloading(to: directory.path("a")))
      #expect(call.resume() == .failed(.nothingPaused))
      call.start()
      while call.arriving?.body.count != 3 { await Task.yield() }
      #expect(call.resume() == .failed(.nothingPaused))
      call.pause()
      #expect(call.resume() == .resumed(at: 3))
      mayEnd.open()
      _ = try await call.response()
      #expect(try directory.read("a") == Array("onetwo".utf8))
    }
  }

  @Test(
    "What cannot be written is an error that names it, before anything is sent",
    arguments: ["missing/film.mp4", ""])
  func unwritable(name: String) async throws {
    try await withTemporaryDirectory { directory in
      let path = name.isEmpty ? directory.path : directory.path(name)
      let server = try RawServer.answering(.text("ok"))
      let error = await #expect(throws: RequestError.self) {
        try await Client().send(.get(server.url).downloading(to: path))
      }
      #expect(error?.code == "network.bodyStorage")
      #expect(error?.summary.contains(path) == true)
      #expect(server.requests.isEmpty)
    }
  }

  @Test("Two downloads do not write the same file at once")
  func twice() async throws {
    try await withTemporaryDirectory { directory in
      let server = try RawServer.start { connection in
        try connection.readRequest()
        try connection.send(.truncated("begun", promising: 10))
        connection.waitForClose()
      }
      let client = Client()
      let first = client.prepare(.get(server.url).downloading(to: directory.path("a")))
      first.start()
      while first.arriving == nil { await Task.yield() }
      let error = await #expect(throws: RequestError.self) {
        try await client.send(.get(server.url + "/other").downloading(to: directory.path("a")))
      }
      #expect(error?.summary.contains("already") == true)
      first.cancel()
    }
  }
}

extension TemporaryDirectory {
  /// What is in the folder.
  var names: [String] {
    get throws { try blockingNames(of: path) }
  }
}
