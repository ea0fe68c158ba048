package import ParleyEngine
package import TerminalKit
import WorkbenchParts

/// How a person looks at a tree of files: which folders are folded, and what is typed to narrow it.
package struct TreeLook: Sendable {
  package var folded: Set<ExactString> = []
  private(set) var filter = LineEditor()
  package private(set) var isFiltering = false

  package init() {}

  /// All of which must stand in what is shown.
  package var words: [String] { filter.text.lowercased().split(separator: " ").map(String.init) }
  package var isNarrowed: Bool { !filter.text.isEmpty }
  /// Whether the line of the filter is there.
  package var showsFilter: Bool { isFiltering || isNarrowed }
  package var filterLines: Int { showsFilter ? 1 : 0 }

  package mutating func beginFilter() {
    isFiltering = true
    filter.selectAll()
  }
  package mutating func endFilter() { isFiltering = false }

  package mutating func clearFilter() {
    isFiltering = false
    filter = LineEditor()
  }

  /// Narrows it to what a text finds.
  mutating func narrow(to text: String) {
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
  ///   - addresses: what tells lines apart whose names fit equally well; empty where there is no such thing.
  ///   - selected: stays where none is better; nil where the line that was selected is gone.
  package func bestMatch(
    among names: [[String]], addresses: [String] = [], besides selected: Int?
  ) -> Int? {
    guard isNarrowed else { return nil }
    let ranks = names.enumerated().map { line, names -> Rank? in
      guard !names.isEmpty else { return nil }
      let address = addresses.indices.contains(line) ? [addresses[line]] : []
      return Rank(
        name: FuzzyMatch.rank(of: filter.text, in: names), address: FuzzyMatch.rank(of: filter.text, in: address))
    }
    guard let best = ranks.compactMap(\.self).max() else { return nil }
    if let selected, ranks.indices.contains(selected), ranks[selected] == best { return nil }
    return ranks.firstIndex(of: best)
  }

  /// How well a line fits.
  private struct Rank: Comparable {
    let name, address: Int

    static func < (left: Rank, right: Rank) -> Bool { (left.name, left.address) < (right.name, right.address) }
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
