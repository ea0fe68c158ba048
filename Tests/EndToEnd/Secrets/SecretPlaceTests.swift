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

  @Test("names no secret of its URL, at once and later", arguments: failures.keys.sorted())
  func places(failure: String) async throws {
    let parley = try ParleyProgram()
    let server = try RawServer.start(try #require(Self.failures[failure]))
    defer { server.stop() }
    let shop = try ShopUnderTest(parley)
    try shop.write("vars: { t: { secret: prompt } }\n", to: "environments/local.yaml")
    for (name, url) in Self.urls(server, for: failure) {
      try shop.write("url: '\(url)'\ntimeout: 1s\n", to: "requests/\(name).yaml")
      try shop.write("serial: [{ request: \(name) }]\n", to: "groups/\(name).yaml")
      let junit = parley.home.path("\(name).xml")
      let given = ["--set", "t=\(Self.secret)", "-w", shop.folder]
      var outputs = [try await parley.run(["send", name] + given)]
      outputs.append(try await parley.run(["run", name, "--json", "--junit", junit] + given))
      for arguments in [["history", "show", "last"], ["runs", "show", "last"]] {
        outputs.append(try await parley.run(arguments + ["-w", shop.folder]))
      }
      let report = String(decoding: try parley.home.read("\(name).xml"), as: UTF8.self)
      let texts = outputs.map { $0.outputText + $0.errorText } + [report]
      for text in texts {
        #expect(!text.lowercased().contains(Self.secret.lowercased()), "\(failure), \(name): \(text)")
      }
      #expect(
        texts.contains { $0.contains(Secrets.mask) } || name == "user" || name == "fragment",
        "\(failure), \(name): \(texts)")
    }
    let found = try await FinishedProcess.run("/bin/grep", ["-rliaF", Self.secret, parley.home.path("state")])
    #expect(found.status == 1, "\(found.outputText)")
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
