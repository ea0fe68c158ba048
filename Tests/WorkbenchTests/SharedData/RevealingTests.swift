import ParleyEngine
import TerminalKit
import Testing

@testable import Workbench
@testable import WorkbenchScreens
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("Screen 5: a secret that was revealed", .timeLimit(.minutes(2)))
struct RevealingTests {
  private static func row(_ name: String) -> SharedRow {
    SharedRow(
      key: SharedKey(name), sequence: 1, kind: .text, preview: nil, isSecret: true, problem: nil, cipher: "vault",
      writer: "user/login", at: .now(), isRestored: false)
  }

  private static func detail(_ value: SharedValue?, of name: String = "token") -> SharedKeyDetail {
    SharedKeyDetail(row: row(name), value: value, history: [row(name)], uses: [])
  }

  private func state(_ name: String = "token") throws -> State {
    var state = State(commands: try CommandSet(), size: Size(width: 100, height: 30), now: .now())
    perform(.workspace(.changed(WorkspaceSnapshot(name: "shop"))), on: &state)
    let asked = perform(.navigation(.show(.shared)), on: &state)
    let query = try #require(asked.compactMap(Self.query).last)
    perform(.shared(.keys(query, SharedKeysWindow(total: 1, rows: [Self.row(name)]))), on: &state)
    perform(.shared(.detail(Self.detail(nil, of: name), of: name, at: nil)), on: &state)
    return state
  }

  private static func query(of effect: Effect) -> SharedKeysQuery? {
    guard case .perform(let work) = effect, case .keys(let query)? = work as? SharedDataEffect else { return nil }
    return query
  }

  @discardableResult
  private func perform(_ action: Action, on state: inout State) -> [Effect] {
    state.update(action).flatMap { effect -> [Effect] in
      if case .then(let next) = effect { perform(next, on: &state) } else { [effect] }
    }
  }

  private func asksToReveal(_ effects: [Effect]) -> Bool {
    effects.contains { effect in
      guard case .perform(let work) = effect, case .intent(let intent)? = work as? SharedDataEffect else {
        return false
      }
      return intent.job == .reveal
    }
  }

  @Test("says of the answer to a question what it is, since nobody made a key of that name")
  func answer() throws {
    let words = "The answer to “token at api.example.com”"
    #expect(try state("asked token at api.example.com").draw().text.contains(words))
    #expect(try !state().draw().text.contains("The answer to"))
  }

  @Test("stays revealed when an answer comes late that was asked for before, and is read once more")
  func stays() throws {
    var state = try state()
    #expect(!state.shared.value.isRevealed)
    let reveal = SharedDataIntent("token", .reveal)
    perform(.shared(.answered(reveal, .done(Self.detail("s3cret")))), on: &state)
    #expect(state.shared.value.isRevealed)
    let after = perform(.shared(.detail(Self.detail(nil), of: "token", at: nil)), on: &state)
    #expect(state.shared.value.isRevealed)
    #expect(asksToReveal(after))
  }
}
