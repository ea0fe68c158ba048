import ParleyEngine
import TestSupport
import Testing

/// What the demo workspace shows, sent for real to the demo API by the built program.
@Suite("The demo workspace", .serialized, .timeLimit(.minutes(2)))
struct DemoWorkspaceTests {
  private let parley: ParleyProgram

  init() throws {
    parley = try ParleyProgram()
  }

  /// The exchange as `--json` tells it.
  private func send(_ id: String, _ more: String..., to server: DemoServer, in folder: String) async throws -> JSONValue
  {
    let base = ["send", id, "-w", folder, "--json", "--set", "baseUrl=\(server.url)", "--set", "password=secret"]
    let sent = try await FinishedProcess.run(
      Executables.built("parley"), base + more, environment: parley.environment, input: [])
    #expect(sent.status == 0, "\(id): \(sent.errorText)")
    return try JSONValue(parsing: sent.output)
  }

  private func check(_ body: (DemoServer, String) async throws -> Void) async throws {
    let folder = try await parley.copyOfDemo()
    try await withDemoServer { server in try await body(server, folder) }
  }

  @Test("shows authentication by password from the folder, by key, by OAuth 2, and none")
  func authorization() async throws {
    try await check { server, folder in
      let basic = try await send("auth/basic", to: server, in: folder)
      #expect(basic["body"]?["result"]?["user"] == "ada@example.com")
      #expect(try await send("auth/nobody", to: server, in: folder)["status"] == 401)
      #expect(try await send("auth/key", to: server, in: folder)["body"]?["result"]?["in"] == "header")
      #expect(try await send("auth/key-in-query", to: server, in: folder)["body"]?["result"]?["in"] == "query")
      #expect(try await send("auth/oauth", to: server, in: folder)["body"]?["result"]?["client"] == "shop")
      #expect(try await send("auth/oauth-password", to: server, in: folder)["body"]?["result"]?["client"] == "app")
    }
  }

  @Test("shows parts of the path, lists in a query, pages and GraphQL")
  func addresses() async throws {
    try await check { server, folder in
      #expect(try await send("item/one", to: server, in: folder)["body"]?["result"]?["id"] == 2)
      let all = try await send("item/word", to: server, in: folder)
      #expect(all["body"]?["_meta"]?["pagination"]?["total"] == 60)
      let tagged = try await send("item/tagged", to: server, in: folder)
      #expect(tagged["url"]?.string?.hasSuffix("/items?tags[]=low&tags[]=sale&per=3") == true)
      #expect(tagged["body"]?["result"]?.array?.count == 3)
      #expect(try await send("item/ask", to: server, in: folder)["body"]?["data"]?["item"]?["id"] == 2)
    }
  }

  @Test("shows bodies of every kind as the server gets them")
  func bodies() async throws {
    try await check { server, folder in
      let multipart = try await send("tools/multipart", to: server, in: folder)
      let parts = multipart["body"]?["result"]?["parts"]?.array ?? []
      #expect(parts.map { $0["name"] } == ["title", "tag", "tag", "note", "meta"])
      #expect(parts[3]["filename"] == "note.txt")
      let file = try await send("tools/file", to: server, in: folder)
      #expect(file["body"]?["result"]?["size"] == 30)
      let packed = try await send("tools/packed", to: server, in: folder)
      #expect(packed["body"]?["headers"]?["Content-Encoding"] == "gzip")
      let form = try await send("tools/as-form", to: server, in: folder)
      #expect(form["body"]?["body"]?["text"]?.string?.hasPrefix("item=3&tags") == true)
      let wrapped = try await send("tools/wrapped", to: server, in: folder)
      #expect(wrapped["body"]?["body"]?["text"] == #"{"data":{"line":{"item":3}}}"#)
    }
  }

  @Test("shows what is tried again, kept in a file, and waited for")
  func traffic() async throws {
    try await check { server, folder in
      let again = try await send("tools/again", to: server, in: folder)
      #expect(again["status"] == 200)
      let save = try await send("tools/save", to: server, in: folder)
      #expect(save["status"] == 200)
      #expect(try readFile("\(folder)/out/bytes.txt").count == 100_000)
      #expect(try await send("tools/patient", to: server, in: folder)["status"] == 200)
    }
  }

  @Test("shows the cache: a time of its own, a group for each person, what the server says, what a success removes")
  func cache() async throws {
    try await check { server, folder in
      for (id, code) in [("item/recent", "fresh.wish"), ("item/read", "fresh.header")] {
        #expect(try await send(id, to: server, in: folder)["cached"] == nil)
        #expect(try await send(id, to: server, in: folder)["cached"]?["code"]?.string == code)
      }
      for _ in 1...2 { #expect(try await send("item/page", to: server, in: folder)["cached"] == nil) }
      let other = try await send("item/recent", "--set", "email=cy@example.com", to: server, in: folder)
      #expect(other["cached"] == nil)
      _ = try await send("tools/reset", to: server, in: folder)
      #expect(try await send("item/recent", to: server, in: folder)["cached"] == nil)
      #expect(try await send("item/read", to: server, in: folder)["cached"] != nil)
    }
  }
}
