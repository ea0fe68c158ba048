import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
package import WorkbenchServices
import WorkbenchState

/// Work on many exchanges, done a piece at a time, so that it can be seen and stopped.
struct HistoryWork: Sendable {
  enum Job: Sendable {
    /// Those found so far.
    case marking([ExchangeID])
    /// Those that are still there, and how many there were.
    case deleting([ExchangeID], of: Int)
  }

  var job: Job
  /// Tells the results of a search from those of an older one.
  let number: Int

  static let piece = 200
  /// More are not marked: a filter that is more exact finds what is meant.
  static let most = 20_000

  var text: StyledText {
    let words =
      switch job {
      case .marking(let found): "◆ marking, \(found.count.grouped) so far"
      case .deleting(let left, let count): "deleting \((count - left.count).grouped) of \(count.grouped)"
      }
    return [Span("\(words)  ", .accent), Span("Esc", .hint), Span(" stops  ", .muted)]
  }
}

extension HistoryScreen {
  package enum ManyAction: Sendable {
    /// Marks all exchanges that the search finds; again, unmarks them.
    case markAll
    case found(HistoryQuery, HistoryPage)
    case stop
    /// It could not be gone on with.
    case failed
  }

  mutating func many(_ action: ManyAction, in context: ViewContext) -> [Effect] {
    switch action {
    case .markAll: return markAll(in: context)
    case .found(let query, let page): return found(query, page)
    case .stop: return stopWork()
    case .failed: list.work = nil
    }
    return []
  }

  private mutating func markAll(in context: ViewContext) -> [Effect] {
    guard list.work == nil else { return stopWork() }
    let shown = list.window.exchanges.map { ChainItem.exchange($0.id) }
    if !shown.isEmpty, Set(context.marks).isSuperset(of: shown) { return [.then(.chain(.clear))] }
    workNumber += 1
    list.work = HistoryWork(job: .marking([]), number: workNumber)
    return [.perform(HistoryEffect.find(HistoryQuery(list.filter, limit: HistoryWork.piece, number: workNumber)))]
  }

  private mutating func found(_ query: HistoryQuery, _ page: HistoryPage) -> [Effect] {
    guard let work = list.work, work.number == query.number, case .marking(let before) = work.job else { return [] }
    let found = before + page.exchanges.map(\.id)
    guard let next = page.next, found.count < HistoryWork.most else { return marked(found, isAll: page.next == nil) }
    list.work?.job = .marking(found)
    var query = query
    query.edge = next
    return [.perform(HistoryEffect.find(query))]
  }

  private mutating func marked(_ found: [ExchangeID], isAll: Bool) -> [Effect] {
    list.work = nil
    let words =
      "Marked \(isAll ? "" : "the newest ")\(found.count.counted("exchange")): D deletes them; * unmarks them."
    return [.then(.chain(.markAll(found.map { .exchange($0) }))), .say(.done(words))]
  }

  private mutating func stopWork() -> [Effect] {
    guard let work = list.work else { return [] }
    list.work = nil
    switch work.job {
    case .marking: return [.say(.done("Stopped: nothing was marked."))]
    case .deleting(let left, let count):
      return [.say(.done("Stopped: deleted \((count - left.count).grouped) of \(count.grouped)."))]
    }
  }

  mutating func delete(_ ids: [ExchangeID]) -> [Effect] {
    guard list.work == nil else { return [.say(.refused("One after the other: Esc stops what is being done."))] }
    if ids.count > HistoryWork.piece {
      workNumber += 1
      list.work = HistoryWork(job: .deleting(ids, of: ids.count), number: workNumber)
    }
    return [.perform(HistoryEffect.delete(Array(ids.prefix(HistoryWork.piece))))]
  }

  /// - Returns: nil when these were the last ones.
  mutating func deleteMore(after gone: [ExchangeID]) -> [Effect]? {
    guard let work = list.work, case .deleting(let all, let count) = work.job else { return nil }
    let left = Array(all.dropFirst(gone.count))
    guard !left.isEmpty else {
      list.work = nil
      return [.say(.done("Deleted \(count.counted("exchange"))."))]
    }
    list.work?.job = .deleting(left, of: count)
    return [.perform(HistoryEffect.delete(Array(left.prefix(HistoryWork.piece))))]
  }
}
