import ParleyEngine
import ParleyStore
import TerminalKit

/// The groups of the workspace, each with its newest runs below.
struct GroupList: PaneView {
  enum Row: Hashable, Sendable {
    case group(String, hasMistake: Bool)
    case run(KeptRun)

    var id: String {
      switch self {
      case .group(let name, _): "group \(name)"
      case .run(let run): run.id
      }
    }

    var group: String {
      switch self {
      case .group(let name, _): name
      case .run(let run): run.summary.group ?? ""
      }
    }

    var run: KeptRun? {
      if case .run(let run) = self { run } else { nil }
    }
  }

  /// How a run in progress is shown.
  enum Pace: Hashable, Sendable {
    case running, paused
  }

  private(set) var rows: [Row] = []
  private var outlines: [GroupOutline] = []
  private var kept: [ExactString: [KeptRun]] = [:]
  var cursor = ListCursor()
  /// Whether the runs have to be read again.
  var isStale = true
  var hasLoaded = false
  /// Runs in progress, by their identifiers.
  var pace: [String: Pace] = [:]
  /// What the steps beside it are of.
  var shown: String?
  /// The row the cursor goes to as soon as it is there.
  var wanted: String?

  /// Older ones are listed by `parley runs`.
  static let runsOfEach = 12

  var keyContexts: [KeyContext] { [.groupList, .groups] }

  var selected: Row? { rows.indices.contains(cursor.selected) ? rows[cursor.selected] : nil }

  func kept(_ id: String?) -> KeptRun? {
    rows.lazy.compactMap(\.run).first { $0.id == id }
  }

  func runs(of group: String) -> [KeptRun] { kept[group] ?? [] }

  mutating func resize(to size: Size) { cursor.height = size.height }

  /// The groups as the files have them now.
  /// - Returns: whether there are others than before.
  mutating func show(_ outlines: [GroupOutline]) -> Bool {
    guard outlines != self.outlines else { return false }
    self.outlines = outlines
    arrange()
    return true
  }

  mutating func show(_ kept: [ExactString: [KeptRun]]) {
    self.kept = kept
    hasLoaded = true
    arrange()
  }

  /// The cursor stays with what it was on.
  private mutating func arrange() {
    let before = wanted ?? selected?.id
    rows = outlines.flatMap { outline in
      [.group(outline.id, hasMistake: outline.hasMistake)] + (kept[outline.id] ?? []).map(Row.run)
    }
    cursor.count = rows.count
    guard let place = rows.firstIndex(where: { $0.id == before }) else { return }
    wanted = nil
    cursor.select(place)
  }
}
