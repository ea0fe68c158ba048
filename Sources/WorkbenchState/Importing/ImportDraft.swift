import ParleyEngine
package import ParleyModel
import TerminalKit
package import WorkbenchParts
package import WorkbenchServices

/// An import before it is made: what there would be, and what the person leaves out.
package struct ImportDraft: Sendable {
  package typealias Tree = FolderTree<ImportOutline.Entry>

  package enum Mark: Hashable { case taken, left, partly, fixed }

  package let wish: ImportWish
  package let outline: ImportOutline
  private let tree: Tree
  private(set) var leftOut: Set<String> = []
  private var folded: Set<ExactString> = []
  package private(set) var rows: [Tree.Row] = []
  package var cursor = ListCursor()

  package init(_ wish: ImportWish, _ outline: ImportOutline) {
    (self.wish, self.outline) = (wish, outline)
    tree = Tree(folders: [], leaves: outline.entries)
    refresh()
  }

  var selected: Tree.Row? { rows.indices.contains(cursor.selected) ? rows[cursor.selected] : nil }

  /// Requests that would be made, and all there are.
  package var requests: (taken: Int, all: Int) {
    let all = outline.entries.filter { $0.method != nil && $0.state == .new }
    return (all.count { !leftOut.contains($0.path) }, all.count)
  }

  /// Whether anything but what the workspace lacks would be made.
  var makesSomething: Bool {
    outline.entries.contains { $0.state != .kept && !leftOut.contains($0.path) && !$0.isNeeded }
  }

  /// The files by what would become of them.
  package var counts: ImportCounts {
    let taken = outline.entries.filter { !leftOut.contains($0.path) }
    return ImportCounts(
      added: taken.count { $0.state == .new }, updated: taken.count { $0.state == .extended },
      unchanged: taken.count { $0.state == .kept })
  }

  /// The sentence for an import that loses nothing to the formats' differences.
  package var withoutNotes: String {
    let counts = counts
    if counts.unchanged == 0 { return "Everything is taken over." }
    return counts.added + counts.updated == 0
      ? "Nothing is new: all of it is there already." : "What is there already stays; the rest is taken over."
  }

  /// The reason why there is nothing to make; nil where there is something.
  package var whyNothing: String? {
    if makesSomething { return nil }
    guard leftOut.isEmpty else { return "There is nothing to make: everything is left out or there." }
    let isDescription = ImportFormat.allCases.contains { $0.isDescription && outline.format.hasPrefix($0.title) }
    return "There is nothing to make: \(counts.words)."
      + (isDescription ? " A newer description is brought in by `parley import FILE --update`." : "")
  }

  package func mark(of row: Tree.Row) -> Mark {
    let choices = choices(in: row)
    let taken = choices.count { !leftOut.contains($0.path) }
    if choices.isEmpty { return .fixed }
    return taken == 0 ? .left : taken == choices.count ? .taken : .partly
  }

  /// The entries in a row that a person can include or leave out.
  private func choices(in row: Tree.Row) -> [ImportOutline.Entry] {
    if let entry = row.leaf { return entry.isChoice ? [entry] : [] }
    return outline.entries.filter { $0.isChoice && $0.path.hasPrefix(row.id + "/") }
  }

  /// Takes or leaves the row under the cursor; a folder with everything in it.
  package mutating func toggle() {
    guard let row = selected else { return }
    let paths = choices(in: row).map(\.path)
    if paths.contains(where: leftOut.contains) {
      take(paths)
    } else {
      leave(paths)
    }
  }

  /// Takes or leaves everything.
  package mutating func toggleAll() {
    if leftOut.isEmpty { leave(outline.entries.filter(\.isChoice).map(\.path)) } else { leftOut = [] }
  }

  /// A group comes with its requests.
  private mutating func take(_ paths: [String]) {
    leftOut.subtract(paths)
    for entry in outline.entries where paths.contains(entry.path) { leftOut.subtract(entry.needs) }
  }

  /// A request goes with the groups that send it.
  private mutating func leave(_ paths: [String]) {
    leftOut.formUnion(paths)
    for entry in outline.entries where entry.needs.contains(where: leftOut.contains) { leftOut.insert(entry.path) }
  }

  /// Folds the folder under the cursor, or goes to the one around the line.
  package mutating func fold() {
    guard let row = selected else { return }
    if case .folder(isFolded: false) = row.content {
      folded.insert(row.id)
      return refresh()
    }
    if let place = rows.firstIndex(where: { $0.id == row.id.folderPath }) { cursor.select(place) }
  }

  package mutating func unfold() {
    guard let row = selected, row.isFolder else { return }
    folded.remove(row.id)
    refresh()
  }

  private mutating func refresh() {
    rows = tree.rows(folded: folded)
    cursor.count = rows.count
  }
}

extension ImportOutline.Entry: TreeLeaf {
  package var searchedText: String { path }
  /// Whether a person can take or leave it.
  var isChoice: Bool { state != .kept && !isNeeded }
}
