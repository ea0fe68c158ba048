/// A name and a value of a query as they are sent, but for templates.
package struct QueryPair {
  package var name: String
  /// Nil for a name alone, without an equals sign.
  package var value: String?
  package var isOn: Bool

  package init(name: String, value: String?, isOn: Bool = true) {
    (self.name, self.value, self.isOn) = (name, value, isOn)
  }

  package var text: String { value.map { "\(name)=\($0)" } ?? name }

  /// The pairs of a query as it stands in a URL.
  package static func all(of query: some StringProtocol) -> [QueryPair] {
    String(query).split(separator: "&", omittingEmptySubsequences: false).map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      return QueryPair(name: parts[0], value: parts.count > 1 ? parts[1] : nil)
    }
  }
}
