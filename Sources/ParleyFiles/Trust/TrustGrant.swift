package import ParleyModel

/// The permissions that a person has granted to a workspace.
package struct TrustGrant: Sendable, Hashable {
  package private(set) var items: Set<TrustItem>

  package init(_ items: some Sequence<TrustItem> = []) {
    self.items = Set(items)
  }

  /// The same and more. Of a file that may be replaced only the newest state counts.
  package func adding(_ more: some Sequence<TrustItem>) -> TrustGrant {
    let more = Set(more)
    let replaced = Set(more.compactMap(\.replacedFile))
    return TrustGrant(items.filter { $0.replacedFile.map(replaced.contains) != true }.union(more))
  }

  /// Whether a person has allowed something: what Parley wrote itself needs nobody's word.
  package var isGiven: Bool { items.contains { $0.replacedFile == nil } }

  package func allows(_ item: TrustItem) -> Bool { items.contains(item) }

  /// Returns the items that have not been allowed yet or have changed since, which must be asked for.
  package func missing(of wanted: some Sequence<TrustItem>) -> [TrustItem] {
    Set(wanted).subtracting(items).sorted()
  }
}

extension TrustItem {
  var replacedFile: String? {
    if case .replacing(let path, _) = self { path } else { nil }
  }
}
