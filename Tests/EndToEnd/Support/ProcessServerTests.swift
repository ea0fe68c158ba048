import TestSupport
import Testing

@Suite("The servers the tests start", .timeLimit(.minutes(2)))
struct ProcessServerTests {
  @Test("nginx serves HTTP, compressed files, and HTTP/2 to those who trust its certificate")
  func nginx() async throws {
    let curl = try Executables.installed("curl", package: "curl")
    try await withNginxServer { nginx in
      #expect(try await RawClient.get("/ok", from: nginx.port).bodyText == "ok\n")
      try nginx.files.write(String(repeating: "a", count: 10_000), to: "long.txt")
      let long = try await RawClient.get("/long.txt", headers: ["Accept-Encoding: gzip"], from: nginx.port)
      #expect(long.value(of: "Content-Encoding") == "gzip")
      let url = "\(try #require(nginx.tlsURL))/protocol"
      let trusting = try await FinishedProcess.run(curl, ["-s", "--cacert", nginx.authorityFile, url])
      #expect(trusting.outputText == "HTTP/2.0")
      let doubting = try await FinishedProcess.run(curl, ["-s", url])
      #expect(doubting.status == 60)
    }
  }

  @Test("nginx that does not come up says why")
  func nginxMistake() async throws {
    await #expect {
      try await NginxServer.start(tls: false, locations: "nonsense;")
    } throws: {
      "\($0)".contains("unknown directive \"nonsense\"")
    }
  }

  @Test("httpbin replies")
  func httpbin() async throws {
    try await withHttpbinServer { httpbin in
      let answer = try await RawClient.get("/get?a=1", from: httpbin.port)
      #expect(answer.status == 200)
      #expect(answer.bodyText.contains(#""a": "1""#))
    }
  }

  @Test("a temporary folder is gone with everything in it")
  func temporaryDirectory() async throws {
    let path = try await withTemporaryDirectory { directory in
      try directory.write("text", to: "a/b/c.txt")
      #expect(try directory.read("a/b/c.txt") == Array("text".utf8))
      return directory.path
    }
    #expect(throws: SupportError.self) { try readFile("\(path)/a/b/c.txt") }
  }
}
