import WorkbenchParts

// Keys are a tree by the parts of their names, which dots divide.
extension PrefixTree {
  /// So that the key can be seen.
  mutating func unfold(around name: String) {
    unfold(name.indices.filter { name[$0] == "." }.map { String(name[...$0]) })
  }

  /// The part of a key's name that its line shows: the rest is above it.
  static func shown(_ name: String, depth: Int) -> Substring {
    var rest = name[...]
    for _ in 0..<depth {
      guard let dot = rest.firstIndex(of: ".") else { break }
      rest = rest[rest.index(after: dot)...]
    }
    return rest.isEmpty ? name[...] : rest
  }
}
