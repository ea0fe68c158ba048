package import ParleyEngine
package import WorkbenchServices

/// How a list is looked at as a tree: which beginnings of its names are unfolded. Keys of shared data and entries of the cache are.
package struct PrefixTree: Sendable {
  package enum Fold: Hashable, Sendable {
    /// The group under the cursor.
    case turn
    case open
    case close
    /// Everything.
    case all
  }

  package var isShown = false
  package private(set) var unfolded: Set<ExactString> = []

  package init() {}

  package func isUnfolded(_ prefix: String) -> Bool { unfolded.contains(ExactString(prefix)) }

  package mutating func fold(_ action: Fold, at line: (any PrefixTreeLine)?) {
    if action == .all { return unfolded = [] }
    guard let prefix = line?.prefix.map({ ExactString($0) }) else { return }
    switch action {
    case .turn: if unfolded.remove(prefix) == nil { unfolded.insert(prefix) }
    case .open: unfolded.insert(prefix)
    case .close: unfolded.remove(prefix)
    case .all: break
    }
  }

  package mutating func unfold(_ prefixes: [String]) { unfolded.formUnion(prefixes.map { ExactString($0) }) }

  /// The line of the group around a leaf, or around a folded group: where folding a line leads that has nothing to fold.
  /// - Parameters:
  ///   - selected: the line that is left.
  ///   - first: the first that is held.
  package func groupAround(_ selected: Int, from first: Int, _ line: (Int) -> (any PrefixTreeLine)?) -> Int? {
    guard let here = line(selected), here.depth > 0, here.prefix.map(isUnfolded) != true else { return nil }
    return stride(from: selected - 1, through: first, by: -1).first {
      line($0)?.prefix != nil && line($0)?.depth == here.depth - 1
    }
  }
}

/// A line of such a tree.
package protocol PrefixTreeLine {
  /// The prefix that all names of a group begin with; nil if the line is no group.
  var prefix: String? { get }
  var depth: Int { get }
}

extension SharedLine: PrefixTreeLine {}
extension CacheLine: PrefixTreeLine {}
