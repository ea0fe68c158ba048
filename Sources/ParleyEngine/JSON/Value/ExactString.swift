/// A string that equals only the same scalars.
///
/// Swift takes `é` in one scalar and in two for equal; in JSON they are two different keys, and folding them would lose one.
struct ExactString: Hashable, Sendable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (left: ExactString, right: ExactString) -> Bool {
    left.text == right.text
      && left.text.utf8.count == right.text.utf8.count
      && left.text.utf8.elementsEqual(right.text.utf8)
  }

  /// Equal scalars are canonically equivalent, so the string's own hash will do.
  func hash(into hasher: inout Hasher) {
    hasher.combine(text)
  }
}
