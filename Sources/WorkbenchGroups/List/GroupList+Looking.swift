import ParleyEngine
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

// Folders, filter, and folded runs.
extension GroupList {
  /// The group under the cursor; on a run's row none.
  package var selectedGroup: String? {
    if case .group(let id, _)? = selected { id } else { nil }
  }

  func hasFile(_ group: String) -> Bool { outlines.contains { $0.id.isIdentical(to: group) } }

  package var isTyping: Bool { look.isFiltering }

  mutating func filter(_ change: (inout TreeLook) -> Void) {
    let lines = look.filterLines
    change(&look)
    cursor.height += lines - look.filterLines
    arrange()
  }

  mutating func beginFilter() { filter { [row = selected?.id] look in look.beginFilter(at: row) } }

  mutating func clearFilter() {
    let row = selected?.id
    var place: String?
    filter { place = $0.clearFilter(at: row) }
    if let line = rows.firstIndex(where: { $0.id == place }) { cursor.jump(to: line) }
  }

  /// - Returns: whether the filter has changed.
  mutating func type(_ event: InputEvent) -> Bool {
    guard look.type(event) else { return false }
    arrange()
    let names = rows.map { row -> [String] in
      if case .group(let id, _) = row { [id.lastPathPart, id] } else { [] }
    }
    if let best = look.bestMatch(among: names, of: rows.map(\.id)) { cursor.jump(to: best) }
    return true
  }

  mutating func fold() {
    guard let row = selected else { return }
    switch row {
    case .folder(let path, _): look.toggle(path)
    case .group(let id, _):
      guard hasRuns(id) else { return fold(around: id) }
      toggleRuns(of: id)
    case .run, .teamRun:
      let group = row.group ?? ""
      select(.group(group, hasMistake: false))
      toggleRuns(of: group)
    }
    arrange()
  }

  private mutating func fold(around path: String) {
    let folder = path.folderPath
    guard !folder.isEmpty else { return }
    select(.folder(folder, isFolded: false))
    look.toggle(folder)
    arrange()
  }

  private func hasRuns(_ group: String) -> Bool {
    !runs(of: group).isEmpty || teamRuns.contains { $0.group.isIdentical(to: group) }
  }

  private mutating func toggleRuns(of group: String) {
    if !foldedRuns.remove(group) { foldedRuns.insert(group) }
  }

  /// Everything, or nothing when everything is folded already.
  mutating func foldAll() {
    let folders = Set(names: tree.rows(folded: []).filter(\.isFolder).map(\.id))
    let groups = Set(names: entries.map(\.id).filter(hasRuns))
    let isFolded = folders.isSubset(of: look.folded) && groups.isSubset(of: foldedRuns)
    if let group = selected?.group, !isFolded {
      let top = group.folderPaths.first.map { Row.folder($0, isFolded: false) }
      select(top ?? .group(group, hasMistake: false))
    }
    (look.folded, foldedRuns) = isFolded ? ([], []) : (folders, groups)
    arrange()
  }

  /// Folds what is open under the cursor, or goes to what is around it.
  mutating func leave() {
    switch selected {
    case .folder(_, isFolded: false)?: fold()
    case .folder(let path, isFolded: true)?: select(.folder(path.folderPath, isFolded: false))
    case .group(let id, _)?:
      if hasRuns(id), !foldedRuns.contains(id) {
        fold()
      } else {
        select(.folder(id.folderPath, isFolded: false))
      }
    case .run?, .teamRun?: select(.group(selected?.group ?? "", hasMistake: false))
    case nil: break
    }
  }

  /// The cursor goes to a group as soon as it is there, with what is around it unfolded.
  mutating func want(group: String) {
    if look.isNarrowed { filter { $0.clearFilter() } }
    look.reveal(group)
    wanted = Row.group(group, hasMistake: false).id
    arrange()
  }

  /// The cursor goes to a run as soon as it is there.
  mutating func want(run: String, of group: String) {
    look.reveal(group)
    foldedRuns.remove(group)
    wanted = run
    arrange()
  }
}

extension GroupList.Row {
  /// Of the tree: how many folders are around it.
  var depth: Int {
    switch self {
    case .folder(let path, _): path.folderPaths.count
    case .group, .run, .teamRun: group?.folderPaths.count ?? 0
    }
  }

  /// The folder that a new group would go into from here.
  var folder: String {
    switch self {
    case .folder(let path, _): path
    case .group, .run, .teamRun: group?.folderPath ?? ""
    }
  }
}
