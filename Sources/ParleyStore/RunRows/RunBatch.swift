internal import GRDB
import ParleyEngine

/// The steps of runs that wait to be written. Of a node only the newest record waits.
struct RunBatch: Sendable {
  private enum Entry: Sendable {
    case began(RunRecording.Summary, of: [StepOutline])
    case node(NodeRecord, of: String)
    case ended(RunRecording.Summary)
  }

  /// The nodes of one run that wait, and the places of their records.
  private struct Waiting: Sendable {
    let run: String
    var places: [NodePath: Int] = [:]
  }

  private var entries: [Entry] = []
  /// Of the runs of which nodes wait: mostly it is one.
  private var runs: [Waiting] = []

  var count: Int { entries.count }
  var isEmpty: Bool { entries.isEmpty }
  /// Whether a run begins or ends in it.
  private(set) var hasEnds = false
  /// Whether it says of a node what that did.
  private(set) var hasNodes = false

  /// - Returns: whether more waits now.
  mutating func add(_ step: RunStep) -> Bool {
    if case .node = step { hasNodes = true } else { hasEnds = true }
    switch step {
    case .began(let summary, let outline): entries.append(.began(summary, of: outline))
    case .ended(let summary): entries.append(.ended(summary))
    case .node(let record, let run):
      return add(record, of: run)
    }
    return true
  }

  private mutating func add(_ record: NodeRecord, of run: String) -> Bool {
    let index = runs.lastIndex { $0.run == run } ?? runs.endIndex
    if index == runs.endIndex { runs.append(Waiting(run: run)) }
    let place = runs[index].places[record.path, default: entries.count]
    guard place == entries.count else {
      entries[place] = .node(record, of: run)
      return false
    }
    runs[index].places[record.path] = place
    entries.append(.node(record, of: run))
    return true
  }

  func write(in database: Database, owner: String, sealer: any Sealer) throws {
    guard !isEmpty else { return }
    var insertion = try NodeInsertion(in: database, sealer: sealer)
    for entry in entries {
      switch entry {
      case .began(let summary, let outline): try RunTable.insert(summary, outline, owner: owner, in: database)
      case .node(let record, let run): try insertion.put(record, of: run)
      case .ended(let summary): try RunTable.end(summary, in: database)
      }
    }
  }
}
