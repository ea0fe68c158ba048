import ParleyEngine
import TestSupport
import Testing

/// A secret in a URL whose request fails: the places of errors are masked like everything else.
@Suite("Where an error was", .timeLimit(.minutes(5)))
struct SecretPlaceTests {
  private static let secret = "S3cretBot9x7Token"

  /// What a server does instead of answering.
  private static let failures: [String: RawServer.Script] = [
    "a reset": { connection in
      try connection.readRequest()
      connection.reset()
    },
    "a cut body": { connection in
      try connection.readRequest()
      try connection.send(.truncated("{}", promising: 100))
    },
    "junk": { connection in
      try connection.readRequest()
      try connection.send(.text("no HTTP at all", status: "\u{1}\u{2} nothing"))
    },
    "a loop": { connection in
      while let request = try connection.readRequest() {
        try connection.send(.text("", status: "302 Found", headers: ["Location: \(request.target)"]))
      }
    },
    "a refused redirect": { connection in
      while let request = try connection.readRequest() {
        try connection.send(.text("", status: "302 Found", headers: ["Location: ftp://h\(request.target)"]))
      }
    },
    "a time-out": { connection in
      try connection.readRequest()
      while try connection.readRequest() != nil {}
    },
  ]

  /// All places for one failure: each failure names its place in the same way.
  private static func urls(_ server: RawServer, for failure: String) -> [String: String] {
    let place = server.url.replacing("http://", with: "")
    let all = [
      "path": "http://\(place)/bot{{t}}/x", "fragment": "http://\(place)/x#{{t}}",
      "user": "http://ada:{{t}}@\(place)/x",
      "encoded": "http://\(place)/x/%20{{t}}?q={{t}}",
      "host": "http://{{t}}.localhost:\(place.split(separator: ":").last ?? "")/x",
    ]
    return failure == "a reset" ? all : all.filter { ["path", "host"].contains($0.key) }
  }

  @Test("names no secret of its URL, at once and later", arguments: Sample.of(failures.keys.sorted(), 3))
  func places(failure: String) async throws {
    let parley = try ParleyProgram()
    let server = try RawServer.start(try #require(Self.failures[failure]))
    defer { server.stop() }
    let shop = try ShopUnderTest(parley)
    try shop.write("vars: { t: { secret: prompt } }\n", to: "environments/local.yaml")
    let urls = Self.urls(server, for: failure)
    for (name, url) in urls { try shop.write("url: '\(url)'\noptions: { timeout: 1s }\n", to: "requests/\(name).yaml") }
    let steps = urls.keys.sorted().map { "  - request: \($0)\n" }
    try shop.write("onFailure: continue\nserial:\n\(steps.joined())", to: "groups/all.yaml")
    let (folder, given) = (["-w", shop.folder], ["--set", "t=\(Self.secret)"])
    for name in urls.keys {
      let sent = try await parley.run(["send", name] + given + folder)
      let shown = try await parley.run(["history", "show", "last"] + folder)
      expectNoSecret(
        in: [sent.text, shown.text], "\(failure), \(name)", isMasked: !["user", "fragment"].contains(name))
    }
    let ran = try await parley.run(["run", "all", "--json", "--junit", parley.home.path("all.xml")] + given + folder)
    let shown = try await parley.run(["runs", "show", "last"] + folder)
    let report = String(decoding: try parley.home.read("all.xml"), as: UTF8.self)
    #expect(ran.status == 1 && report.contains("failures=\"\(urls.count)\""), "\(report)")
    expectNoSecret(in: [ran.text, shown.text, report], "\(failure), a run", isMasked: true)
    let found = try await FinishedProcess.run("/bin/grep", ["-rliaF", Self.secret, parley.home.path("state")])
    #expect(found.status == 1, "\(found.outputText)")
  }

  /// - Parameter isMasked: whether at least one of the texts names the place, with a mask in it.
  private func expectNoSecret(in texts: [String], _ what: String, isMasked: Bool) {
    for text in texts { #expect(!text.lowercased().contains(Self.secret.lowercased()), "\(what): \(text)") }
    #expect(texts.contains { $0.contains(Secrets.mask) } || !isMasked, "\(what): \(texts)")
  }

  @Test("shows no secret on the failure's card, at once and when the workbench is opened again")
  func card() async throws {
    let parley = try ParleyProgram()
    let server = try RawServer.start(try #require(Self.failures["a reset"]))
    defer { server.stop() }
    let shop = try ShopUnderTest(parley)
    try shop.write("vars: { t: { secret: env SHOP_TOKEN } }\n", to: "environments/local.yaml")
    for name in ["two", "three"] { try shop.write("url: /\(name)\n", to: "requests/\(name).yaml") }
    try shop.write("url: '\(server.url)/bot{{t}}/x'\n", to: "requests/one.yaml")
    #expect(try await parley.run("trust", "--yes", "-w", shop.folder).status == 0)
    for isFirst in [true, false] {
      let terminal = try await parley.open(["-w", shop.folder], environment: ["SHOP_TOKEN": Self.secret])
      try await terminal.wait(for: "one")
      if isFirst {
        try await terminal.press("Enter")
        try await terminal.press("F5")
      } else {
        try await terminal.press("Enter")
      }
      let screen = try await terminal.wait("the card") { $0.contains("where") && $0.contains("GET http://") }
      #expect(!screen.contains(Self.secret) && screen.contains("/bot\(Secrets.mask)"), "\(screen)")
      try await terminal.press("q")
    }
  }
}

extension FinishedProcess {
  fileprivate var text: String { outputText + errorText }
}
