import ParleyEngine
import ParleyModel
import Testing

@testable import WorkbenchScreens
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("The window on the history", .timeLimit(.minutes(2)))
struct HistoryWindowTests {
  private func page(_ numbers: some Sequence<Int64>, next: HistoryEdge?, newest: Int64) -> HistoryPage {
    HistoryPage(
      numbers.map { number in
        HistoryEntry(
          ExchangeID(rawValue: "\(number)"), sequence: number, startedAt: Timestamp(microseconds: number))
      }, next: next, newest: newest)
  }

  @Test("It stays small however far one goes, and comes back from both ends")
  func bounded() {
    var window = HistoryWindow()
    var top: Int64 = 10_000
    while top > 5000 {
      let edge = window.older ?? .before(nil)
      _ = window.take(page((top - 199...top).reversed(), next: .before(top - 199), newest: top), for: edge)
      top -= 200
    }
    #expect(window.exchanges.count == HistoryWindow.most)
    #expect(window.exchanges.last?.sequence == 5001 && window.newer == .after(window.exchanges[0].sequence))
    let first = window.exchanges[0].sequence
    let moved = window.take(
      page(first + 1...first + 200, next: .after(first + 200), newest: first + 200), for: .after(first))
    #expect(moved == 200 && window.exchanges.count == HistoryWindow.most)
    #expect(window.exchanges[0].sequence == first + 200)
    #expect(window.older == .before(window.exchanges.last?.sequence))
  }

  @Test("What came since is looked for behind the newest that was looked at, whether it matched or not")
  func growing() {
    var window = HistoryWindow()
    _ = window.take(page([7], next: nil, newest: 90), for: .before(nil))
    window.grow()
    #expect(window.newer == .after(90))
    _ = window.take(page([], next: nil, newest: 95), for: .after(90))
    window.grow()
    #expect(window.newer == .after(95) && window.exchanges.map(\.sequence) == [7])
  }

  @Test("What came while the newer ones were on their way is looked for once they are there")
  func growingMeanwhile() {
    var window = HistoryWindow()
    window.grow()
    _ = window.take(page([7], next: nil, newest: 7), for: .before(nil))
    #expect(window.newer == .after(7))
    window.grow()
    _ = window.take(page([], next: nil, newest: 7), for: .after(7))
    #expect(window.newer == .after(7))
    _ = window.take(page([8], next: nil, newest: 8), for: .after(7))
    #expect(window.newer == nil && window.exchanges.map(\.sequence) == [8, 7])
  }

  @Test("What came into an empty history while it was read is looked for once it has been read")
  func growingFromNothing() {
    var window = HistoryWindow()
    window.grow()
    _ = window.take(HistoryPage([], next: nil, newest: nil), for: .before(nil))
    #expect(window.older == .before(nil))
  }
}
