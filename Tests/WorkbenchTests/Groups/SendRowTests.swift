import ParleyEngine
import ParleyWorkspace
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchState

@Suite("The screen of a run shows what went over the wire", .timeLimit(.minutes(2)))
struct SendRowTests {
  private static let group = """
    serial:
      - request: order/create
      - request: order/latest
      - { request: list, as: first }
      - { request: list, as: again }
      - { local: open, jq: '[.items[] | select(.open)]' }
      - { local: none, each: '[.[] | select(.id > 9)]', jq: '.id' }

    """

  /// The server of the group, and another origin.
  private final class Servers: Sendable {
    let other: RawServer
    let own: RawServer

    init() throws {
      let other = try RawServer.answering(.text("{}", headers: ["X-From: other"]))
      let created = Lock(0)
      own = try RawServer.start { connection in
        while let request = try connection.readRequest() {
          switch request.target {
          case "/create":
            let count = created.withLock { count in
              count += 1
              return count
            }
            try connection.send(count == 1 ? .text("busy", status: "503 Busy") : .text("{}", status: "201 Created"))
          case "/latest":
            try connection.send(.text("", status: "302 Found", headers: ["Location: \(other.url)/latest"]))
          default:
            let items = #"{"items":[{"id":1,"open":true},{"id":2,"open":false}]}"#
            let headers = ["Content-Type: application/json", "Cache-Control: max-age=600", "ETag: \"e1\""]
            try connection.send(.text(items, headers: headers))
          }
        }
      }
      self.other = other
    }

    deinit {
      own.stop()
      other.stop()
    }
  }

  private static func screen(_ servers: Servers, _ width: Int = 120, _ height: Int = 36) async throws -> GroupScreen {
    try await GroupScreen(
      width, height, file: group, server: servers.own.url,
      files: [
        "requests/order/create.yaml":
          "method: POST\nurl: /create\nbody: { text: one }\nretry: { retries: 1, delay: 1ms, status: 503 }\n",
        "requests/order/latest.yaml": "url: /latest\nheaders: { Authorization: Bearer of-nobody-1 }\n",
        "requests/list.yaml": "url: /list\n",
      ])
  }

  private static func ran(_ width: Int = 120, _ height: Int = 36) async throws -> (GroupScreen, Servers) {
    let servers = try Servers()
    let screen = try await screen(servers, width, height)
    try await screen.bench.press("F5")
    await screen.bench.shows("✓ done")
    await screen.bench.idle()
    try await screen.bench.press("Tab")
    return (screen, servers)
  }

  @Test(
    "attempts and hops are rows with what a redirect lost, and marks stand behind the names",
    arguments: [(120, 36), (160, 48), (80, 24)])
  func rows(width: Int, height: Int) async throws {
    let (screen, servers) = try await Self.ran(width, height)
    let lines = await screen.bench.idle().split(separator: "\n").map(String.init)
    func line(_ words: String...) -> String? { lines.first { line in words.allSatisfy(line.contains) } }
    #expect(line("order/create", "×2", "201") != nil)
    #expect(line("attempt 1", "503") != nil && line("attempt 2", "201") != nil)
    #expect(line("order/latest", "→2", "200") != nil)
    #expect(line("hop 1", "302") != nil && line("hop 2", "200") != nil)
    #expect(line("list as again", "cached") != nil && line("list as first")?.contains("cached") == false)
    if width >= 160 {
      #expect(line("0 of 0") != nil)
      #expect(line("hop 1", "Authorization dropped") != nil)
      #expect(line("0 of 0", "select(.id > 9) dropped 1 of 1") != nil)
      #expect(line("open", "2 in, 1 out") != nil)
    }
    #expect(servers.own.requests.count == 4)
  }

  @Test("a row's request and response have the heads as they were sent and received")
  func heads() async throws {
    let (screen, servers) = try await Self.ran()
    let bench = screen.bench
    try await bench.press("g", "j", "j", "j", "j")
    try await bench.press("]")
    let first = await bench.shows("GET \(servers.own.url)/latest")
    #expect(first.contains("Authorization: "))
    try await bench.press("j")
    let second = await bench.shows("GET \(servers.other.url)/latest")
    #expect(!second.contains("Authorization: "))
    try await bench.press("]", "]")
    await bench.shows("X-From: other")
    try await bench.press("k")
    await bench.shows("HTTP/1.1 302 Found")
  }

  @Test("what the cache served lists no request: nothing was sent")
  func cached() async throws {
    let (screen, _) = try await Self.ran()
    try await screen.bench.press("/")
    await screen.bench.type("again")
    try await screen.bench.press("Enter")
    try await screen.bench.press("]")
    let shown = await screen.bench.shows("Nothing was sent.")
    #expect(!shown.contains("││ GET http"))
  }

  private static let names = ["order/create", "order/latest", "list as first", "list as again", "ƒ open", "ƒ none"]

  @Test(
    "each mark is a filter",
    arguments: [
      ("is:retried", [0]), ("is:redirected", [1]), ("is:cached", [3]), ("is:mocked", []), ("is:edited", []),
      ("is:dropped", [4, 5]), ("is:empty", [5]),
    ])
  func filters(text: String, expected: [Int]) async throws {
    let (screen, _) = try await Self.ran()
    try await screen.bench.press("f")
    await screen.bench.type(text)
    let shown = await screen.bench.idle()
    #expect(Self.names.indices.filter { shown.contains(Self.names[$0]) } == expected)
  }

  @Test("Enter on a filter that dropped rows lists them")
  func dropped() async throws {
    let (screen, _) = try await Self.ran()
    try await screen.bench.press("/")
    await screen.bench.type("open")
    try await screen.bench.press("Enter", "Enter")
    let shown = await screen.bench.shows("2 in, 1 out")
    #expect(shown.contains("✗ .items[1]  select(.open)") && shown.contains("✓ .items[0]"))
  }
}
