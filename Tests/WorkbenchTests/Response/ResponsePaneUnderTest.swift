import HTTPTypes
import ParleyEngine
import ParleyModel
import TerminalKit

@testable import Workbench
@testable import WorkbenchGroups
@testable import WorkbenchScreens
@testable import WorkbenchServices
@testable import WorkbenchState

/// An answer with the keys of the command table and its effects performed, without the rest of the program.
struct ResponsePaneUnderTest {
  var pane: ResponsePane
  var context = ViewContext(now: BenchUnderTest.start, workspace: .shop)
  private(set) var notices: [String] = []
  private(set) var effects: [Effect] = []
  private let commands: CommandSet
  private let services = FakeServices()
  private var reader = KeyReader()

  static let transfer = ActiveTransfer(
    id: ExchangeID(rawValue: "x"), request: "user/login", method: "POST", startedAt: BenchUnderTest.start)

  init(width: Int = 78, height: Int = 12) throws {
    commands = try TestCommands.standard.get()
    pane = ResponsePane("user/login")
    pane.resize(to: Size(width: width, height: height))
  }

  /// After a response has come.
  init(
    _ body: any ByteSource, type: String? = "application/json", width: Int = 78, height: Int = 12,
    secrets: Secrets = Secrets(), change: (inout Response) -> Void = { _ in }
  ) async throws {
    try self.init(width: width, height: height)
    var head = ResponseHead(url: "http://127.0.0.1:8080/user/login", status: .ok)
    if let type { head.headers.append(HTTPField(name: .contentType, value: type)) }
    var response = Response(
      TransportResponse(head: head, body: body, bytesOnWire: body.count, timings: .sample), codec: AutomaticCodec())
    change(&response)
    try await apply(.began(Self.transfer, secrets: secrets, url: "/user/login"))
    try await apply(.news(Self.transfer.id, .completed(response)))
  }

  /// The same request, and what comes back this time.
  mutating func sendAgain(_ body: any ByteSource, type: String = "application/json") async throws {
    let head = ResponseHead(url: "http://127.0.0.1:8080/user/login", status: .ok, headers: [.contentType: type])
    let response = Response(TransportResponse(head: head, body: body, timings: .sample), codec: AutomaticCodec())
    try await apply(.began(Self.transfer, url: "/user/login"))
    try await apply(.news(Self.transfer.id, .completed(response)))
  }

  /// Applies an action, and performs what it names until nothing is left to do.
  mutating func apply(_ action: ResponsePane.Action) async throws {
    try await perform(pane.update(action, in: context))
  }

  private mutating func perform(_ first: [Effect]) async throws {
    var queue = first
    while !queue.isEmpty {
      let effect = queue.removeFirst()
      effects.append(effect)
      guard case .perform(let effect) = effect else { continue }
      for action in try await effect.perform(with: services.all) {
        if case .notice(let notice) = action { notices.append(notice.text) }
        guard case .response(let action, _)? = action.aimed(at: RequestsScreen.self) else { continue }
        queue += pane.update(action, in: context)
      }
    }
  }

  mutating func press(_ keys: String...) async throws {
    for key in try keys.flatMap(Self.keys) { try await perform(effects(of: key)) }
  }

  /// Keys that are typed before anything of what the first of them asked for has been done.
  mutating func pressAtOnce(_ keys: String...) async throws {
    try await perform(keys.flatMap(Self.keys).flatMap { effects(of: $0) })
  }

  /// The key of a name, or each character between apostrophes.
  private static func keys(_ name: String) throws -> [Key] {
    guard name.hasPrefix("'"), name.count > 1 else { return [try Key(name: name)] }
    return name.dropFirst().dropLast().map { Key(.character($0)) }
  }

  private mutating func effects(of key: Key) -> [Effect] {
    let contexts = pane.keyContexts + (pane.isTyping ? [.typing] : [.browsing])
    switch reader.press(key, in: contexts, of: commands.table.keymap) {
    case .command(let id):
      let action = commands.action(of: id)?.aimed(at: RequestsScreen.self)
      guard case .response(let action, _)? = action else { return [] }
      return pane.update(action, in: context)
    case .unbound: return pane.handle(.key(key), in: context)
    case .pending, .abandoned: return []
    }
  }

  /// The sentences of the last line.
  var said: [String] {
    effects.compactMap { if case .then(.notice(let notice)) = $0 { notice.text } else { nil } }
  }

  var copied: [String] {
    effects.compactMap { if case .terminal(.copy(let text, _)) = $0 { text } else { nil } }
  }

  var frame: Frame {
    var frame = Frame(size: pane.size)
    pane.draw(into: &frame, in: frame.bounds, isFocused: true, context: context)
    return frame
  }

  var picture: String { frame.text }
}

extension Timings {
  static var sample: Timings {
    var timings = Timings()
    timings.dns = .microseconds(400)
    timings.connect = .microseconds(1200)
    timings.firstByte = .milliseconds(30)
    timings.transfer = .milliseconds(6)
    timings.total = .microseconds(38_000)
    timings.remoteAddress = "127.0.0.1:8080"
    return timings
  }
}

/// A source that grows when the test says so.
final class GrowingBytes: ByteSource {
  private let state = Lock((bytes: [UInt8](), isComplete: false))

  func append(_ text: String, isComplete: Bool = false) {
    state.withLock { state in
      state.bytes += text.utf8
      state.isComplete = isComplete
    }
  }

  var count: Int { state.withLock { $0.bytes.count } }
  var isComplete: Bool { state.withLock { $0.isComplete } }

  func read(at offset: Int, count: Int) throws -> [UInt8] {
    state.withLock { state in
      guard offset < state.bytes.count, count > 0 else { return [] }
      return Array(state.bytes[offset..<offset + min(count, state.bytes.count - offset)])
    }
  }
}
