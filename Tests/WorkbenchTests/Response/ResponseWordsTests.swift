import HTTPTypes
import ParleyEngine
import ParleyModel
import TerminalKit
import TestSupport
import Testing

@testable import ParleyText
@testable import Workbench
@testable import WorkbenchParts
@testable import WorkbenchScreens
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("What the pane of the response says of itself", .timeLimit(.minutes(1)))
struct ResponseWordsTests {
  private func context(in environment: String?) -> ViewContext {
    var workspace = WorkspaceSnapshot.shop
    workspace.environment = environment
    return ViewContext(now: BenchUnderTest.start, workspace: workspace)
  }

  @Test("a response of another environment than the active one says of which it is")
  func environment() async throws {
    var test = try ResponsePaneUnderTest()
    test.context = context(in: "local")
    try await test.apply(.began(ResponsePaneUnderTest.transfer, url: "/user/login"))
    #expect(test.pane.title(in: context(in: "local")).left.plain == "Response")
    for other in ["mirror", nil] {
      #expect(test.pane.title(in: context(in: other)).left.plain == "Response  in local")
    }
  }

  @Test("once every byte is here, the line of the transfer says what goes on, and no speed")
  func whole() {
    var transfer = ResponsePaneUnderTest.transfer
    func line(_ received: Int) -> String {
      transfer.progress = TransferProgress(received: received, expectedToReceive: 105_000_000)
      var frame = Frame(size: Size(width: 100, height: 1))
      let now = transfer.startedAt.advanced(by: .seconds(5))
      TransferLine(transfer, since: transfer.startedAt, now: now).draw(into: &frame, frame.bounds)
      return frame.text
    }
    #expect(line(50_000_000).contains("/s") && !line(50_000_000).contains("storing"))
    let done = line(105_000_000)
    #expect(done.contains("arrived, storing it") && !done.contains("/s"), "\(done)")
  }

  @Test("the key that stops a transfer stands in its line, however narrow it is", arguments: [100, 50, 40, 34])
  func stops(width: Int) {
    var transfer = ResponsePaneUnderTest.transfer
    transfer.progress = TransferProgress(received: 56_000_000, expectedToReceive: 105_000_000)
    var frame = Frame(size: Size(width: width, height: 1))
    let now = transfer.startedAt.advanced(by: .seconds(5))
    TransferLine(transfer, since: transfer.startedAt, now: now).draw(into: &frame, frame.bounds)
    #expect(frame.text.contains("Ctrl-C cancels"), "\(frame.text)")
    #expect(frame.text.contains("/s") == (width == 100))
  }

  @Test("a body on its way can be searched for; before there is a response, the reason stands there")
  func searchesEarly() async throws {
    var test = try ResponsePaneUnderTest()
    try await test.apply(.began(ResponsePaneUnderTest.transfer, url: "/user/login"))
    #expect(!test.pane.canSearch)
    let head = ResponseHead(url: "http://127.0.0.1:8080/user/login", status: .ok)
    let progress = TransferProgress(received: 0, expectedToReceive: 10)
    try await test.apply(
      .news(
        ResponsePaneUnderTest.transfer.id,
        .progressed(progress, head: head, body: InMemoryBytes(""), isPaused: false)))
    #expect(test.pane.canSearch)
    try await test.press("/", "'ok'")
    #expect(test.pane.isTyping && test.pane.term == "ok")
  }

  @Test("a decoded token says when it expires as a date, and its menu says all of it")
  func token() throws {
    let claims: [JSONValue] = [["alg": "HS256"], ["exp": 1_764_100_200]]
    let parts = claims.map { Base64.encodeForURL(JSONPrinter.compact.bytes(of: $0)) }
    let token = (parts + ["c2lnbmF0dXJl"]).joined(separator: ".")
    let now = Timestamp(microseconds: 1_764_100_000_000_000)
    let decoded = try #require(DecodedValue(.text(token)))
    let moment = Timestamp(microseconds: 1_764_100_200_000_000).localMoment
    let lines = DecodedPopup(decoded, at: now).lines(columns: 100).map(\.plain)
    #expect(lines.contains { $0.hasPrefix("exp") && $0.contains("\(moment) local time, in ") }, "\(lines)")
    let value = PickedValue(line: 0, path: try ValuePath(parsing: ".token"), text: token)
    let state = State(commands: try CommandSet(), size: Size(width: 120, height: 36), now: now)
    let items = ValueMenuItems(value, ResponseBody(request: "user/login", exchange: nil), in: state).all
    #expect(items.contains { $0.label.hasSuffix("signature not checked") }, "\(items.map(\.label))")
  }

  @Test("of a masked value the menu knows whether it can be decoded, and not the value; revealed, it is decoded")
  func masksAndDecodes() async throws {
    let claims: [JSONValue] = [["alg": "HS256"], ["exp": 1_764_100_200]]
    let parts = claims.map { Base64.encodeForURL(JSONPrinter.compact.bytes(of: $0)) }
    let token = (parts + ["c2lnbmF0dXJl"]).joined(separator: ".")
    let plain = "zz9!zz9!zz9!zz9!"
    let view = BodyView(
      InMemoryBytes(#"{"token":"\#(token)","plain":"\#(plain)"}"#), contentType: "application/json",
      secrets: Secrets([token, plain]))
    _ = try await view.page(.init(lines: 0..<10))
    func picked(_ line: Int, for purpose: PickPurpose) async throws -> Action? {
      let place = PickedPlace(
        line: line, mode: .pretty, cell: nil, filter: nil, made: nil, isRevealed: purpose == .decode)
      let owner = ResponseBody(request: "user/login", exchange: nil)
      return try await BodyEffect(job: .pick(place, for: purpose), view: view, owner: owner)
        .perform(with: FakeServices().all).first
    }
    for (line, isDecodable) in [(1, true), (2, false)] {
      guard case .ask(let question as ValueQuestion)? = try await picked(line, for: .menu) else {
        return #expect(Bool(false), "no menu")
      }
      #expect(question.value.isMasked && question.value.isDecodable == isDecodable && question.value.raw == nil)
    }
    guard case .value(.decode(let text))? = try await picked(1, for: .decode) else {
      return #expect(Bool(false), "not decoded")
    }
    #expect(text == token)
  }

  @Test("before there is a response, none is said to have come without redirects")
  func redirects() throws {
    let state = State(commands: try CommandSet(), size: Size(width: 100, height: 30), now: BenchUnderTest.start)
    let command = try #require(state.commands.table["answer.redirects"])
    #expect(command.disabledReason(state) == "There is no response yet.")
  }

  @Test("a masked value of the response is revealed from its menu, and decoded at once if it stands for something else")
  func masked() throws {
    var value = PickedValue(line: 0, path: try ValuePath(parsing: ".token"), text: "••••••••")
    value.isMasked = true
    let state = State(commands: try CommandSet(), size: Size(width: 100, height: 30), now: BenchUnderTest.start)
    func items() -> [ValueMenu.Item] {
      ValueMenuItems(value, ResponseBody(request: "user/login", exchange: nil), in: state).all
    }
    for isDecodable in [true, false] {
      value.isDecodable = isDecodable
      #expect(items().contains { $0.key == "r" && $0.label.hasPrefix("reveal") })
      #expect(items().contains { $0.key == "d" && $0.disabledReason == nil } == isDecodable)
      #expect(Set(items().map(\.key)).count == items().count)
    }
  }

  @Test(
    "a revealed token is decoded, inside a string of JSON too; where nothing reveals it, the menu says where it can be")
  func revealed() async throws {
    let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEiLCJleHAiOjE3OTUyNzAwMDB9.c2lnbmF0dXJl"
    let body = #"{"access": "\#(token)", "text": "{\"token\": \"\#(token)\"}"}"#
    let view = BodyView(InMemoryBytes(body), contentType: "application/json", secrets: Secrets([token]))
    _ = try await view.page(BodyPage.Query(lines: 0..<4))
    let state = State(commands: try CommandSet(), size: Size(width: 100, height: 30), now: BenchUnderTest.start)
    for line in [1, 2] {
      let shown = try #require(try await view.pick(line, .pretty, of: nil, isRevealed: true))
      let items = ValueMenuItems(shown, ResponseBody(request: "user/login", exchange: nil), in: state).all
      let decode = try #require(items.first { $0.key == "d" })
      #expect(decode.disabledReason == nil && decode.label.hasPrefix("decode: "))
      #expect(!items.contains { $0.label.hasPrefix("reveal") })
      #expect(items.first { $0.key == "u" }?.disabledReason?.contains("It is a secret") == true)
      let masked = try #require(try await view.pick(line, .pretty, of: nil, isRevealed: false))
      let kept = ValueMenuItems(masked, ExchangeBody(id: ExchangeID(rawValue: "x")), in: state).all
      #expect(kept.first { $0.key == "d" }?.disabledReason?.contains("v reveals it") == true)
    }
    var plain = PickedValue(line: 0, path: try ValuePath(parsing: ".pin"), text: "••••••••")
    (plain.isMasked, plain.isDecodable) = (true, false)
    let items = ValueMenuItems(plain, ExchangeBody(id: ExchangeID(rawValue: "x")), in: state).all
    #expect(items.first { $0.key == "r" }?.disabledReason?.contains("v reveals it") == true)
  }
}
