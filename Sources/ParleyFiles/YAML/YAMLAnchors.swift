internal import ParleyEngine

/// The nodes of a foreign file that have an anchor (YAML 1.2, section 7.1), which an alias repeats.
///
/// A few lines can repeat one another into billions of nodes, so the number of repeated nodes is limited.
struct YAMLAnchors {
  private struct Anchored {
    let node: YAMLNode
    let count: Int
    let depth: Int
  }

  private var nodes: [String: Anchored] = [:]
  private var repeatedCount = 0
  private static let most = 500_000

  /// A later anchor of the same name hides an earlier one.
  mutating func note(_ node: YAMLNode, as name: String) {
    let (count, depth) = node.extent
    nodes[name] = Anchored(node: node, count: count, depth: depth)
  }

  /// Nil for a name that stands nowhere above, and once too many nodes were repeated.
  mutating func repeated(_ name: String) -> YAMLNode? {
    guard let anchored = nodes[name], repeatedCount + anchored.count <= Self.most else { return nil }
    repeatedCount += anchored.count
    return anchored.node
  }

  func depth(of name: String) -> Int { nodes[name]?.depth ?? 0 }
}

extension YAMLNode {
  /// The number of nodes in it and its depth.
  fileprivate var extent: (count: Int, depth: Int) {
    let children: [YAMLNode] =
      switch content {
      case .scalar: []
      case .sequence(let items): items
      case .mapping(let entries): entries.map(\.value)
      }
    return children.reduce(into: (1, 0)) { extent, child in
      let inner = child.extent
      extent = (extent.0 + inner.count, max(extent.1, inner.depth + 1))
    }
  }

  /// The entries that a merge key (`<<`) adds; nil where it is an ordinary key.
  var mergedEntries: [YAMLEntry]? {
    switch content {
    case .mapping(let entries): return entries
    case .sequence(let items):
      var merged: [YAMLEntry] = []
      for item in items {
        guard let entries = item.entries else { return nil }
        merged += entries.filter { entry in !merged.contains { $0.key.value.isIdentical(to: entry.key.value) } }
      }
      return merged
    case .scalar: return nil
    }
  }
}
