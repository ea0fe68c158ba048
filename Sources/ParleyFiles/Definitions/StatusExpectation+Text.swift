extension StatusExpectation {
  /// Reads what a person types on one line: `200`, `2xx, 304`, `any`.
  package init?(written text: String) {
    let words = text.split { $0 == "," || $0 == " " }.filter { $0 != "or" }.map(String.init)
    if words == ["any"] {
      self = .any
      return
    }
    let patterns = words.compactMap { StatusPattern($0) }
    guard !patterns.isEmpty, patterns.count == words.count else { return nil }
    self = .oneOf(patterns)
  }

  /// As it is typed on one line.
  package var typed: String {
    switch self {
    case .any: "any"
    case .oneOf(let patterns): patterns.map(\.description).joined(separator: ", ")
    }
  }
}
