import ParleyText

extension SentURL {
  /// The words of its path that are names, such as `cart` and `item` in `/cart/7/items`.
  var words: Set<String> { Set(segments.filter(\.isWord).flatMap { LinkName($0).words }) }

  /// The words of the resource that the request is about: the last name of its path.
  var resource: Set<String> { Set(segments.last(where: \.isWord).map { LinkName($0).words } ?? []) }
}

extension String {
  /// Whether it reads as a name rather than as an id.
  fileprivate var isWord: Bool {
    count > 1 && !contains(where: \.isNumber) && contains(where: \.isLetter)
  }
}
