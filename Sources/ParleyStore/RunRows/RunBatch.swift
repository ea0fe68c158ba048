internal import GRDB
import ParleyEngine

/// The steps of runs that wait to be written. Of a node only the newest record waits.
struct RunBatch: Sendable {
  private struct NodeKey: Hashable {
    let run: String
    let path: NodePath
  }

  private enum Entry: Sendable {
    case began(RunRecording.Summary, of: [StepOutline])
    case node(NodeRecord, of: String)
    case ended(RunRecording.Summary)
  }

  private var entries: [Entry] = []
  private var places: [NodeKey: Int] = [:]

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
      let key = NodeKey(run: run, path: record.path)
      if let place = places[key] {
        entries[place] = .node(record, of: run)
        return false
      }
      places[key] = entries.count
      entries.append(.node(record, of: run))
    }
    return true
  }

  func write(in database: Database, owner: String, sealer: any Sealer) throws {
    for entry in entries {
      switch entry {
      case .began(let summary, let outline): try RunTable.insert(summary, outline, owner: owner, in: database)
      case .node(let record, let run): try RunTable.put(record, of: run, sealer: sealer, in: database)
      case .ended(let summary): try RunTable.end(summary, in: database)
      }
    }
  }
}
