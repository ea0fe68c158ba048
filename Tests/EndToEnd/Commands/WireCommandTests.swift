import ParleyEngine
import TestSupport
import Testing

@Suite("What comes over the wire, on the command line", .timeLimit(.minutes(3)))
struct WireCommandTests {
  private let parley: ParleyProgram

  init() throws {
    parley = try ParleyProgram()
  }

  private func workspace(_ request: String) throws -> String {
    try parley.home.write("parley: 1\nid: wire\n", to: "w/parley.yaml")
    try parley.home.write(request, to: "w/requests/it.yaml")
    return parley.home.path("w")
  }

  @Test("A body in another charset is read by filters and expectations, and printed as it came")
  func charset() async throws {
    let body = Array(#"{"n":"caf"#.utf8) + [0xE9] + Array(#""}"#.utf8)
    let server = try RawServer.answering(
      RawReply(
        headers: ["Content-Type: application/json; charset=ISO-8859-1", "Content-Length: \(body.count)"], body: body))
    let folder = try workspace("url: \(server.url)/\nexpect: { jq: '.n == \"café\"' }\ncapture: { name: .n }\n")
    let sent = try await parley.run("send", "it", "-w", folder)
    #expect(sent.status == 0 && sent.output == body && sent.errorText.contains("charset latin-1"), "\(sent.errorText)")
    let filtered = try await parley.run("send", "it", "-w", folder, "--filter", ".n", "--raw-output")
    #expect(filtered.outputText == "café\n")
    let shared = try await parley.run("shared", "get", "name", "-w", folder)
    #expect(shared.outputText.contains("café"))
    let found = try await parley.run("history", "list", "--filter", "café", "-w", folder)
    #expect(found.outputText.contains("200"), "\(found.errorText)")
  }

  @Test("A name beyond ASCII is asked for in Punycode, whatever the locale")
  func international() async throws {
    let server = try RawServer.answering(.text("there"))
    let folder = try workspace("url: http://bücher.localhost:\(server.port)/x\n")
    for locale in ["C", "C.UTF-8", "de_DE.ISO-8859-1"] {
      let environment = parley.environment.merging(["LC_ALL": locale]) { $1 }
      let sent = try await FinishedProcess.run(
        Executables.built("parley"), ["send", "it", "-w", folder], environment: environment, input: [])
      #expect(sent.outputText == "there", "\(locale): \(sent.errorText)")
    }
    #expect(server.requests.last?.value(of: "Host") == "xn--bcher-kva.localhost:\(server.port)")
  }

  @Test("The proxy of the environment is used, unless the files or a switch say otherwise")
  func proxy() async throws {
    let proxy = try RawServer.answering(.text("by proxy"))
    let server = try RawServer.answering(.text("straight"))
    let port = "\(server.port)"
    let folder = try workspace("url: http://localhost:\(port)/x\n")
    let environment = parley.environment.merging(["http_proxy": "http://ada:s3cr3t-pw@127.0.0.1:\(proxy.port)"]) { $1 }
    func send(_ more: String..., adding variables: [String: String] = [:]) async throws -> String {
      let sent = try await FinishedProcess.run(
        Executables.built("parley"), ["send", "it", "-w", folder] + more,
        environment: environment.merging(variables) { $1 },
        input: [])
      #expect(!sent.errorText.contains("s3cr3t-pw"))
      return sent.outputText
    }
    #expect(try await send() == "by proxy")
    #expect(proxy.requests.last?.target == "http://localhost:\(port)/x")
    #expect(proxy.requests.last?.value(of: "Proxy-Authorization")?.hasPrefix("Basic ") == true)
    #expect(try await send("-v").contains("by proxy"))
    #expect(try await send(adding: ["no_proxy": "localhost"]) == "straight")
    #expect(try await send("--no-proxy") == "straight")
    #expect(try await send("--proxy", "none") == "straight")
    _ = try workspace("url: http://localhost:\(port)/x\noptions: { proxy: none }\n")
    #expect(try await send() == "straight")
    _ = try workspace("url: http://localhost:\(port)/x\nheaders: { A: '{{env.http_proxy}}' }\n")
    #expect(try await send() == "")
  }

  @Test("Headers that are turned off are not sent, and blanks at the ends are cut")
  func headers() async throws {
    let server = try RawServer.answering(.text(""))
    let folder = try workspace("url: \(server.url)/\nheaders: { ~User-Agent: \"\", ~Accept: \"\", X-A: \"a \" }\n")
    _ = try await parley.run("send", "it", "-w", folder)
    let request = try #require(server.requests.last)
    #expect(
      request.value(of: "User-Agent") == nil && request.value(of: "Accept") == nil && request.value(of: "X-A") == "a")
  }

  @Test("Trailers are printed, expected and filtered, and the history has them")
  func trailers() async throws {
    let server = try RawServer.answering(
      RawReply(Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX-Sum: abc\r\n\r\n".utf8)))
    let folder = try workspace(
      "url: \(server.url)/\nexpect: { headers: { X-Sum: abc }, jq: '$response.trailers[\"x-sum\"] == \"abc\"' }\n")
    let sent = try await parley.run("send", "it", "-w", folder, "--json")
    #expect(sent.status == 0, "\(sent.outputText)")
    #expect(try JSONValue(parsing: sent.output)["trailers"]?[0]?["value"] == "abc")
  }

  @Test("A stream goes on with Last-Event-ID where it is wished for")
  func reconnecting() async throws {
    let server = try RawServer.start { connection in
      let request = try connection.readRequest()
      let isSecond = request?.value(of: "Last-Event-ID") == "1"
      try connection.send(
        isSecond
          ? "HTTP/1.1 204 No Content\r\n\r\n"
          : "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\nretry: 1\rid: 1\rdata: a\r\r"
      )
    }
    let folder = try workspace("url: \(server.url)/\noptions: { reconnect: true }\n")
    let sent = try await parley.run("send", "it", "-w", folder)
    #expect(sent.status == 0 && sent.outputText == "retry: 1\rid: 1\rdata: a\r\r")
    #expect(server.requests.count == 2)
  }

  @Test("A byte order mark before JSON is passed over by parley jq", arguments: ["\u{FEFF}{\"a\":1}", "{\"a\":1}"])
  func mark(text: String) async throws {
    #expect(try await parley.run("jq", ".a", input: text).outputText == "1\n")
    let wide = try parley.home.write([0xFF, 0xFE] + Array("{\"a\":1}".utf8).flatMap { [$0, 0] }, to: "wide.json")
    #expect(try await parley.run("jq", ".a", wide).outputText == "1\n")
  }

  @Test("Commands use the environment that the files name, or the only one, and never the chosen one")
  func environment() async throws {
    let server = try RawServer.start { connection in
      while let request = try connection.readRequest() { try connection.send(.text(request.target)) }
    }
    let folder = try workspace("url: '\(server.url)/{{which}}'\n")
    for name in ["local", "staging"] {
      try parley.home.write("vars: { which: \(name) }\n", to: "w/environments/\(name).yaml")
      let sent = try await parley.run("send", "it", "-w", folder)
      #expect(name == "local" ? sent.outputText == "/local" : sent.status == 2, "\(sent.errorText)")
      if name == "staging" { #expect(sent.errorText.contains("local, staging")) }
    }
    try parley.home.write("parley: 1\nid: wire\nenvironment: staging\n", to: "w/parley.yaml")
    let sent = try await parley.run("send", "it", "-w", folder, "-v")
    #expect(sent.outputText == "/staging" && sent.errorText.contains("* environment: staging, from parley.yaml"))
    try parley.home.write("parley: 1\nid: wire\nenvironment: stagng\n", to: "w/parley.yaml")
    #expect(try await parley.run("check", "-w", folder).outputText.contains("staging"))
  }
}
