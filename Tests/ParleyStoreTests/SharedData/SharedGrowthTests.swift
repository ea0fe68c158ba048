import ParleyEngine
import Testing

@testable import ParleyStore

/// A transaction takes about as long as the reading of a hundred keys: one for each key is what makes many of them slow.
@Suite("Many shared keys are read and written in few transactions", .timeLimit(.minutes(2)))
struct SharedGrowthTests {
  enum Work: String, CaseIterable, CustomTestStringConvertible {
    case change, undo, redo, undoThatSkips, copy, bind, bindMany, protect, read, keys, restore, page

    var testDescription: String { rawValue }
  }

  @Test("twice as many keys take no transaction more for each of them", arguments: Work.allCases)
  func transactions(of work: Work) async throws {
    let (once, twice) = (try await count(work, 300), try await count(work, 600))
    #expect(twice - once <= 300 / 20, "\(once) for 300 keys, \(twice) for 600")
  }

  private func count(_ work: Work, _ count: Int) async throws -> Int {
    let folder = TemporaryFolder()
    let store = Store(at: folder("store"), machineKey: folder("machine.key"))
    try await store.open()
    let shared = SharedData(storage: store.sharedData, environment: "local", events: EventBus())
    let names = (0..<count).map { "user.key\($0)" }
    let made = try await shared.change(names.map { SharedWrite($0, "value") })
    let begin = try await prepare(work, shared, made)
    let data = try store.access.opened().data
    let before = data.workCount
    try await begin()
    let taken = data.workCount - before
    await store.close()
    return taken
  }

  /// - Returns: the work whose transactions are counted.
  private func prepare(
    _ work: Work, _ shared: SharedData, _ made: [SharedEntry]
  ) async throws -> () async throws -> Void {
    let (first, names) = (made[0].sequence, made.map(\.key.name))
    switch work {
    case .change: return { _ = try await shared.change(names.map { SharedWrite($0, "other") }) }
    case .undo: return { _ = try await shared.undo(batch: first) }
    case .redo:
      let undone = try await shared.undo(batch: first)
      return { _ = try await shared.redo(batch: undone[0].sequence) }
    case .undoThatSkips:
      try await shared.set(names[7], "other")
      return {
        let undone = try await shared.undo(batch: first, skipsChanged: true)
        #expect(undone.count == names.count - 1)
      }
    case .copy:
      return {
        let copy = try await shared.copy(names, to: "staging", isMove: true)
        #expect(try await shared.make(copy.edits).count == 2 * names.count)
      }
    case .bind: return { try await shared.bind("user.*", to: "gzip") }
    case .bindMany: return { try await shared.bind(Dictionary(names.map { (KeyPattern($0), "gzip") }) { $1 }) }
    case .protect:
      shared.rules = SharedRules(names.map { SharedRule(KeyPattern($0), cipher: SharedData.secretCipher) })
      return {
        try await shared.protect()
        #expect(try await shared.list().entries.allSatisfy(\.isSecret))
      }
    case .read:
      return {
        let entries = try await shared.entries(names.map(shared.key))
        #expect(entries.compactMap(\.?.value).count == names.count)
      }
    case .keys:
      return {
        let keys = try await shared.keys(shared.query())
        #expect(keys.count == names.count)
      }
    case .restore:
      try await shared.takeSnapshot("before")
      _ = try await shared.change(names.map { SharedWrite(removing: $0) })
      return {
        let restored = try await shared.restoreSnapshot("before")
        #expect(restored.count == names.count)
      }
    case .page:
      return {
        var query = shared.query(limit: 100)
        var found = 0
        while case let page = try await shared.list(query), let last = page.entries.last {
          (found, query.after, query.isCounted) = (found + page.entries.count, last.key.name, false)
        }
        #expect(found == names.count)
      }
    }
  }
}
