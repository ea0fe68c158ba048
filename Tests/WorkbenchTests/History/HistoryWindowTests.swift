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
      window.take(page((top - 199...top).reversed(), next: .before(top - 199), newest: top), for: edge)
      top -= 200
    }
    #expect(window.exchanges.count == HistoryWindow.most)
    #expect(window.exchanges.last?.sequence == 5001 && window.newer == .after(window.exchanges[0].sequence))
    let first = window.exchanges[0].sequence
    window.take(
      page(first + 1...first + 200, next: .after(first + 200), newest: first + 200), for: .after(first))
    #expect(window.exchanges.count == HistoryWindow.most)
    #expect(window.exchanges[0].sequence == first + 200)
    #expect(window.older == .before(window.exchanges.last?.sequence))
  }

  @Test("One that took long stands where it was sent, whatever page it comes with, and the ends stay those of keeping")
  func order() {
    func entry(_ sequence: Int64, sent: Int64) -> HistoryEntry {
      HistoryEntry(
        ExchangeID(rawValue: "\(sequence)"), sequence: sequence, startedAt: Timestamp(microseconds: sent))
    }
    var window = HistoryWindow()
    window.take(
      HistoryPage([entry(5, sent: 10), entry(4, sent: 40)], next: .before(4), newest: 5), for: .before(nil))
    window.take(HistoryPage([entry(3, sent: 30), entry(2, sent: 5)], next: nil, newest: 3), for: .before(4))
    #expect(window.exchanges.map(\.sequence) == [4, 3, 5, 2])
    window.grow()
    window.take(HistoryPage([entry(6, sent: 20), entry(7, sent: 20)], next: nil, newest: 7), for: .after(5))
    #expect(window.exchanges.map(\.sequence) == [4, 3, 7, 6, 5, 2])
  }

  @Test("What came since is looked for behind the newest that was looked at, whether it matched or not")
  func growing() {
    var window = HistoryWindow()
    window.take(page([7], next: nil, newest: 90), for: .before(nil))
    window.grow()
    #expect(window.newer == .after(90))
    window.take(page([], next: nil, newest: 95), for: .after(90))
    window.grow()
    #expect(window.newer == .after(95) && window.exchanges.map(\.sequence) == [7])
  }

  @Test("What came while the newer ones were on their way is looked for once they are there")
  func growingMeanwhile() {
    var window = HistoryWindow()
    window.grow()
    window.take(page([7], next: nil, newest: 7), for: .before(nil))
    #expect(window.newer == .after(7))
    window.grow()
    window.take(page([], next: nil, newest: 7), for: .after(7))
    #expect(window.newer == .after(7))
    window.take(page([8], next: nil, newest: 8), for: .after(7))
    #expect(window.newer == nil && window.exchanges.map(\.sequence) == [8, 7])
  }

  @Test("What came into an empty history while it was read is looked for once it has been read")
  func growingFromNothing() {
    var window = HistoryWindow()
    window.grow()
    window.take(HistoryPage([], next: nil, newest: nil), for: .before(nil))
    #expect(window.older == .before(nil))
  }
}
