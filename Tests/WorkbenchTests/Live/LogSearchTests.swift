import ParleyEngine
import ParleyStore
import ParleyText
import ParleyWorkspace
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchLive
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("A long log is searched from its newest lines on", .timeLimit(.minutes(2)))
struct LogSearchTests {
  private let folder: TemporaryDirectory
  private let log: EventLog
  private let session: Session
  private let index = LogIndex()

  init() async throws {
    folder = try TemporaryDirectory()
    try folder.write("parley: 1\nid: log1\n", to: "shop/parley.yaml")
    session = try await Session.open(at: folder.path("shop"), state: StateFolder(path: folder.path("state")))
    log = session.store.events
  }

  /// Every tenth line is about a needle.
  private func tell(_ range: Range<Int>) async throws {
    let events = range.map { number in
      let custom = Event.Custom(identifier: number.isMultiple(of: 10) ? "needle.\(number)" : "straw.\(number)")
      return Event(sequence: UInt64(number), time: .now(), kind: .custom(custom))
    }
    try await log.append(events)
    try await log.flush()
  }

  private func names(of window: LogWindow) -> [String] {
    window.entries.compactMap { entry in
      if case .event(let event) = entry.content, case .custom(let custom) = event.kind {
        custom.identifier
      } else {
        nil
      }
    }
  }

  private func query(_ place: LogQuery.Place = .newest, front: Int = 0) -> LogQuery {
    // With a dot it is not left to the database.
    LogQuery(LogFilter("needle."), place, count: 5, front: front)
  }

  @Test("the newest are found with the first look, all of them in the end, and each once")
  func pieces() async throws {
    try await tell(0..<9000)
    var window = try await index.window(query(), of: log)
    #expect(window.isSearching && window.total < 900)
    #expect(names(of: window) == [8950, 8960, 8970, 8980, 8990].map { "needle.\($0)" })
    var looks = 1
    while window.isSearching {
      window = try await index.window(query(), of: log)
      looks += 1
    }
    #expect(looks > 3 && window.total == 900 && window.front == 900)
    #expect(names(of: try await index.window(query(.from(0), front: 900), of: log)).first == "needle.0")
    #expect(names(of: try await index.window(query(.from(450), front: 900), of: log)).first == "needle.4500")
    await session.close()
  }

  @Test("a line keeps its place while older ones are found, and new ones come in")
  func places() async throws {
    try await tell(0..<6000)
    let first = try await index.window(query(), of: log)
    let line = first.total - 3
    try await tell(6000..<6100)
    let second = try await index.window(query(.from(line), front: first.front), of: log)
    #expect(names(of: second).first == "needle.5970")
    #expect(second.total == second.front + 10)
    await session.close()
  }

  @Test("a mark takes a line in or out, and a new look finds the same")
  func marks() async throws {
    try await tell(0..<50)
    let filter = LogFilter("is:marked")
    let all = try await log.latest(50)
    #expect(try await index.window(LogQuery(filter, count: 9), of: log).total == 0)
    for (place, isMarked) in [(7, true), (30, true), (7, false)] {
      try await log.setMarked(isMarked, all[place].id)
      try await index.lookAgain(at: all[place].id, in: log)
    }
    #expect(try await index.window(LogQuery(filter, count: 9), of: log).entries.map(\.id) == [all[30].id])
    await session.close()
  }

  @Test("lines of shared keys are read on from where they were, and leave with the events")
  func shared() async throws {
    let lines = SharedEventLines()
    #expect(try await lines.newest(9, of: ["a"], in: log).isEmpty)
    for (number, name) in ["a", "b", "a"].enumerated() {
      let change = Event.SharedData(
        key: SharedKey(name), change: Int64(number + 1), value: "1", isSecret: false, cipher: nil, writer: nil,
        isForeign: false)
      try await log.append([Event(sequence: UInt64(number), time: .now(), kind: .updateSharedData(change))])
      try await log.flush()
      #expect(try await lines.newest(9, of: ["a"], in: log).count == [1, 1, 2][number])
    }
    #expect(try await lines.newest(9, of: ["b"], in: log).count == 1)
    #expect(try await lines.newest(1, of: ["a"], in: log).count == 1)
    try await tell(0..<4100)
    #expect(try await lines.newest(9, of: ["a"], in: log).isEmpty)
    await session.close()
  }
}
