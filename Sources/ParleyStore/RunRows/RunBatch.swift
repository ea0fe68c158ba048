internal import GRDB
import ParleyEngine

/// The steps of runs that wait to be written. Of a node only the newest record waits.
struct RunBatch: Sendable {
  private enum Entry: Sendable {
    case began(RunRecording.Summary, of: [StepOutline])
    case nodeBegan(NodeRecord, of: String)
    case node(NodeRecord, of: String)
    case ended(RunRecording.Summary)
  }

  /// The nodes of one run that wait, and the places of their records.
  private struct Waiting: Sendable {
    let run: String
    private var places: [NodePath: Int] = [:]

    init(run: String) { self.run = run }

    /// The place that the record of a node has, or gets now. Looked for once.
    mutating func place(of path: NodePath, orNew new: Int) -> Int {
      { (place: inout Int) in place }(&places[path, default: new])
    }
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
    switch step {
    case .began(let summary, let outline): addEnd(.began(summary, of: outline))
    case .ended(let summary): addEnd(.ended(summary))
    case .nodeBegan(let record, let run): return add(.nodeBegan(record, of: run), at: record.path, of: run)
    case .node(let record, let run): return add(.node(record, of: run), at: record.path, of: run)
    }
    return true
  }

  private mutating func addEnd(_ entry: Entry) {
    hasEnds = true
    entries.append(entry)
  }

  private mutating func add(_ entry: Entry, at path: NodePath, of run: String) -> Bool {
    hasNodes = true
    let index = runs.lastIndex { $0.run == run } ?? runs.endIndex
    if index == runs.endIndex { runs.append(Waiting(run: run)) }
    let place = runs[index].place(of: path, orNew: entries.count)
    guard place == entries.count else {
      entries[place] = entry
      return false
    }
    entries.append(entry)
    return true
  }

  func write(in database: Database, owner: String, sealer: any Sealer) throws {
    guard !isEmpty else { return }
    var (begun, nodes) = (BegunNodes(), [NodeInsertion.Entry]())
    for entry in entries {
      switch entry {
      case .began(let summary, let outline): try RunTable.insert(summary, outline, owner: owner, in: database)
      case .nodeBegan(let record, let run):
        if !begun.add(record, of: run) { nodes.append((record, run)) }
      case .node(let record, let run): nodes.append((record, run))
      case .ended(let summary): try RunTable.end(summary, in: database)
      }
    }
    try begun.insert(in: database)
    var insertion = NodeInsertion(in: database, sealer: sealer)
    try insertion.put(nodes)
  }
}
