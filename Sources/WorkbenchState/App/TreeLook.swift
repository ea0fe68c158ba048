package import ParleyEngine
package import TerminalKit
import WorkbenchParts

/// How a person looks at a tree of files: which folders are folded, and what is typed to narrow it.
package struct TreeLook: Sendable {
  package var folded: Set<ExactString> = []
  private(set) var filter = LineEditor()
  package private(set) var isFiltering = false
  private var before = PlaceBeforeFilter<ExactString>()

  package init() {}

  /// All of which must stand in what is shown.
  package var words: [String] { filter.text.lowercased().split(separator: " ").map(String.init) }
  package var isNarrowed: Bool { !filter.text.isEmpty }
  /// Whether the line of the filter is there.
  package var showsFilter: Bool { isFiltering || isNarrowed }
  package var filterLines: Int { showsFilter ? 1 : 0 }

  /// - Parameter row: the one under the cursor.
  package mutating func beginFilter(at row: String?) {
    if !isFiltering { before.note(row.map { ExactString($0) }) }
    isFiltering = true
    filter.selectAll()
  }
  package mutating func endFilter() { isFiltering = false }

  /// Something was done with the row under the cursor: a filter that is given up leads back to no other.
  package mutating func forgetPlace() { before.forget() }

  /// - Parameter row: the one under the cursor.
  /// - Returns: the row that the cursor is on after that.
  @discardableResult
  package mutating func clearFilter(at row: String? = nil) -> String? {
    let place = before.leave(at: row.map { ExactString($0) }, isTyping: isFiltering)
    isFiltering = false
    filter = LineEditor()
    return place?.text
  }

  /// Narrows it to what a text finds.
  /// - Parameter row: the one under the cursor.
  mutating func narrow(to text: String, at row: String?) {
    before.note(row.map { ExactString($0) })
    isFiltering = false
    filter = LineEditor(text)
  }

  /// - Returns: whether the filter has changed.
  package mutating func type(_ event: InputEvent) -> Bool { isFiltering && filter.take(event) }

  package mutating func toggle(_ folder: String) {
    if !folded.remove(folder) { folded.insert(folder) }
  }

  /// Unfolds what is around a path.
  package mutating func reveal(_ path: String) {
    for folder in path.folderPaths { folded.remove(folder) }
  }

  /// The line that fits best what is typed: that names a file, and never the folder it lies in.
  /// - Parameters:
  ///   - names: the names that each line can be found by; empty for a line that cannot.
  ///   - addresses: what tells lines apart that are called alike; empty where there is no such thing.
  ///   - rows: what the lines are; the one that the cursor was on before is the best where none fits better.
  package func bestMatch(among names: [[String]], addresses: [String] = [], of rows: [String]) -> Int? {
    let origin = before.place.flatMap { place in rows.firstIndex { place.text.isIdentical(to: $0) } }
    guard isNarrowed else { return origin }
    let ranks = names.map { $0.isEmpty ? nil : FuzzyMatch.rank(of: filter.text, in: $0) }
    guard let best = ranks.compactMap(\.self).max() else { return nil }
    let fitting = ranks.indices.filter { ranks[$0] == best }
    let first = origin.flatMap { fitting.contains($0) ? $0 : nil } ?? fitting[0]
    // A row that only its address fits has no name that was typed.
    let alike = best < 0 ? fitting : fitting.filter { names[$0][0].isIdentical(to: names[first][0]) }
    return addresses.isEmpty ? first : nearest(among: alike, by: addresses, besides: first)
  }

  /// The line whose address fits best.
  private func nearest(among lines: [Int], by addresses: [String], besides first: Int) -> Int {
    let ranks = lines.map { FuzzyMatch.rank(of: filter.text, in: [addresses[$0]]) }
    let best = ranks.max()
    let nearest = zip(lines, ranks).filter { $1 == best }.map(\.0)
    return nearest.contains(first) ? first : nearest.first ?? first
  }

  /// - Parameter note: says what is searched, while nothing is typed.
  package func drawFilter(into frame: inout Frame, _ row: Rect, note: String) {
    ListFilterLine(input: filter, problem: nil, note: isNarrowed ? "" : note, isTyping: isFiltering)
      .draw(into: &frame, row)
  }
}

extension FuzzyMatch {
  /// How well one of the texts fits at best; -1 where none does.
  fileprivate static func rank(of pattern: String, in texts: [String]) -> Int {
    texts.compactMap { FuzzyMatch(pattern, in: $0)?.kind.rawValue }.max() ?? -1
  }
}
