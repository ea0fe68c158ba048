import ParleyEngine
package import ParleyModel
package import TerminalKit
import WorkbenchParts
package import WorkbenchServices
import WorkbenchState

/// The groups of the workspace, each with its newest runs below.
package struct GroupList: PaneView {
  package enum Row: Hashable, Sendable {
    case folder(String, isFolded: Bool)
    case group(String, hasMistake: Bool)
    case run(KeptRun)
    /// One that the team has, which is not here.
    case teamRun(TeamRunSummary)

    package var id: String {
      switch self {
      case .folder(let path, _): "folder \(path)"
      case .group(let name, _): "group \(name)"
      case .run(let run): run.id
      case .teamRun(let run): run.id
      }
    }

    /// Nil on a folder.
    var group: String? {
      switch self {
      case .folder: nil
      case .group(let name, _): name
      case .run(let run): run.summary.group ?? ""
      case .teamRun(let run): run.group
      }
    }

    var isGroup: Bool {
      if case .group = self { true } else { false }
    }

    var run: KeptRun? {
      if case .run(let run) = self { run } else { nil }
    }

    var teamRun: TeamRunSummary? {
      if case .teamRun(let run) = self { run } else { nil }
    }
  }

  /// How a run in progress is shown.
  enum Pace: Hashable, Sendable {
    case running, paused
  }

  private(set) var rows: [Row] = []
  private(set) var outlines: [GroupOutline] = []
  private(set) var entries: [GroupEntry] = []
  private(set) var tree = FolderTree<GroupEntry>()
  var look = TreeLook()
  /// Groups whose runs are not shown.
  var foldedRuns: Set<ExactString> = []
  /// Groups with edits that their files do not have.
  var edited: Set<ExactString> = []
  private var kept: [ExactString: [KeptRun]] = [:]
  /// The position of each run among the others of its group.
  private(set) var branches: [String: RunTree.Row] = [:]
  /// Runs that are to be compared, in the order in which they were marked.
  var marked: [String] = []
  /// The run that is marked as soon as it is there.
  private var wantedMark: String?
  var cursor = ListCursor()
  /// Whether the runs have to be read again.
  var isStale = true
  private(set) var hasLoaded = false
  /// The team's runs, the newest first.
  private(set) var teamRuns: [TeamRunSummary] = []
  /// The reason why the team's runs are not listed.
  private(set) var teamTrouble: String?
  /// How it was with the team when its runs were read.
  var team: TeamSummary?
  var teamRunNews = 0
  var isTeamStale = true
  /// Runs in progress, by their identifiers.
  var pace: [String: Pace] = [:]
  /// The group or run whose steps are shown beside it.
  var shown: String?
  /// The row the cursor goes to as soon as it is there.
  package var wanted: String?

  /// Older ones are listed by `parley runs`.
  static let runsOfEach = 12

  package var keyContexts: [KeyContext] { isTyping ? [.groupListFilter] : [.groupList, .groups] }

  var selected: Row? { rows.indices.contains(cursor.selected) ? rows[cursor.selected] : nil }

  func kept(_ id: String?) -> KeptRun? {
    id.flatMap { branches[$0]?.run }
  }

  package func runs(of group: String) -> [KeptRun] { kept[group] ?? [] }

  /// A run that is on its way here is marked when it is there.
  mutating func wantMark(_ run: String) {
    (wantedMark, isStale) = (run, true)
    arrange()
  }

  /// Marks the run under the cursor, or no longer; of more than two the oldest mark goes.
  mutating func turnMark() {
    guard let run = selected?.run else { return }
    if let place = marked.firstIndex(of: run.id) { marked.remove(at: place) } else { mark(run.id) }
  }

  private mutating func mark(_ run: String) {
    marked = marked.filter { $0 != run }.suffix(1) + [run]
  }

  /// The run that one replays or forks; else the one of its group before it, and of the first the one after it.
  func runBeside(_ run: KeptRun) -> KeptRun? {
    if let parent = kept(run.summary.origin?.run) { return parent }
    let others = runs(of: run.summary.group ?? "").filter { $0.id != run.id }.sorted { $0.sequence < $1.sequence }
    return others.last { $0.sequence < run.sequence } ?? others.first
  }

  package mutating func resize(to size: Size) { cursor.height = max(0, size.height - look.filterLines) }

  /// Whatever the cursor was to go to.
  mutating func select(_ row: Row) {
    wanted = nil
    if let place = rows.firstIndex(where: { $0.id == row.id }) { cursor.jump(to: place) }
  }

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

  mutating func showTeam(_ runs: [TeamRunSummary], without reason: String? = nil) {
    (teamRuns, teamTrouble) = (runs, reason)
    arrange()
  }

  /// Those that are not here.
  private func teamRows(of group: String) -> [Row] {
    let others = teamRuns.filter { $0.group.isIdentical(to: group) && branches[$0.run ?? ""] == nil }
    return others.prefix(Self.runsOfEach).map(Row.teamRun)
  }

  func isPublished(_ run: KeptRun) -> Bool { teamRuns.contains { $0.run == run.id } }

  /// The cursor stays with what it was on.
  mutating func arrange() {
    let before = wanted ?? selected?.id
    entries = outlines.map { GroupEntry(id: $0.id, hasMistake: $0.hasMistake) } + groupsWithoutFile
    tree = FolderTree(folders: [], leaves: entries)
    let runs = Dictionary(entries.map { (ExactString($0.id), RunTree(self.runs(of: $0.id)).rows) }) { first, _ in first
    }
    branches = Dictionary(runs.values.joined().map { ($0.run.id, $0) }) { first, _ in first }
    marked.removeAll { branches[$0] == nil }
    if let run = wantedMark, branches[run] != nil {
      wantedMark = nil
      mark(run)
    }
    rows = tree.rows(folded: look.folded, matching: look.words).flatMap { row -> [Row] in
      guard let entry = row.leaf else { return [.folder(row.id, isFolded: row.content == .folder(isFolded: true))] }
      let group = Row.group(entry.id, hasMistake: entry.hasMistake)
      return foldedRuns.contains(entry.id)
        ? [group] : [group] + (runs[entry.id] ?? []).map { .run($0.run) } + teamRows(of: entry.id)
    }
    cursor.count = rows.count
    guard let place = rows.firstIndex(where: { $0.id == before }) else { return }
    wanted = nil
    cursor.select(place)
  }

  /// Those of which only runs are here.
  private var groupsWithoutFile: [GroupEntry] {
    let known = Set(names: outlines.map(\.id))
    let own = kept.filter { !known.contains($0.key) && !$0.value.isEmpty }.names
    let others = Set(names: teamRuns.map(\.group)).subtracting(known).subtracting(Set(names: own)).names
    return (own + others).map { GroupEntry(id: $0, hasFile: false) }
  }
}

extension RunRecording.State {
  /// Tells without colour too.
  var glyph: Span {
    switch self {
    case .running: Span("▶", .info)
    case .succeeded: Span("✓", .success)
    case .failed: Span("✗", .failure)
    case .stopped: Span("■", .warning)
    case .interrupted: Span("⚡", .warning)
    }
  }

  var words: String {
    switch self {
    case .running: "running"
    case .succeeded: "done"
    case .failed: "failed"
    case .stopped: "stopped"
    case .interrupted: "interrupted: Parley ended during the run"
    }
  }
}
