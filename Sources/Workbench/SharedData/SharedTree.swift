import ParleyEngine

/// How the keys are looked at as a tree: which beginnings of names are unfolded.
struct SharedTree: Sendable {
  enum Fold: Hashable, Sendable {
    /// The group under the cursor.
    case turn
    case open
    case close
    /// Everything.
    case all
  }

  var isShown = false
  private(set) var unfolded: Set<ExactString> = []

  func isUnfolded(_ prefix: String) -> Bool { unfolded.contains(ExactString(prefix)) }

  mutating func fold(_ action: Fold, at line: SharedLine?) {
    if action == .all { return unfolded = [] }
    guard let prefix = line?.prefix.map({ ExactString($0) }) else { return }
    switch action {
    case .turn: if unfolded.remove(prefix) == nil { unfolded.insert(prefix) }
    case .open: unfolded.insert(prefix)
    case .close: unfolded.remove(prefix)
    case .all: break
    }
  }

  /// So that the key can be seen.
  mutating func unfold(around name: String) {
    for place in name.indices where name[place] == "." { unfolded.insert(ExactString(String(name[...place]))) }
  }

  /// What of a key's name its line shows: the rest is above it.
  static func shown(_ name: String, depth: Int) -> Substring {
    var rest = name[...]
    for _ in 0..<depth {
      guard let dot = rest.firstIndex(of: ".") else { break }
      rest = rest[rest.index(after: dot)...]
    }
    return rest.isEmpty ? name[...] : rest
  }
}
