import TestSupport

/// A small workspace and the server it speaks to, which replies to every request with its number.
struct ShopUnderTest {
  let server: RawServer
  let folder: String
  private let parley: ParleyProgram

  init(_ parley: ParleyProgram) throws {
    self.parley = parley
    server = try RawServer.answering(inTurn: (1...100).map { .text("{\"n\":\($0)}") })
    folder = parley.home.path("shop")
    try write("parley: 1\nid: shoptest\nservers: { api: '\(server.url)' }\n", to: "parley.yaml")
    try write("vars: {}\n", to: "environments/local.yaml")
    for name in ["one", "two", "three"] { try write("url: /\(name)\n", to: "requests/\(name).yaml") }
  }

  func write(_ text: String, to file: String) throws {
    try parley.home.write(text, to: "shop/\(file)")
  }

  func run(_ arguments: String..., input: String = "") async throws -> FinishedProcess {
    try await parley.run(arguments + ["-w", folder], input: input)
  }

  func open(_ arguments: [String]) throws -> TerminalProcess {
    try TerminalProcess.start(
      Executables.built("parley"), arguments + ["-w", folder], environment: parley.environment)
  }

  /// What came to the server, as in `/one`.
  var asked: [String] { server.requests.map(\.target) }
}
