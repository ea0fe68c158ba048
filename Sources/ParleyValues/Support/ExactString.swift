/// A string that equals only the same scalars: a key for what files, protocols and servers name.
///
/// Swift takes `é` in one scalar and in two for equal. To a file system, a header, a JSON object or a database they are two different
/// names, and folding them would lose one.
@usableFromInline
package struct ExactString: Hashable, Sendable, Comparable, ExpressibleByStringLiteral {
  @usableFromInline package let text: String

  @inlinable package init(_ text: String) {
    self.text = text
  }

  @inlinable package init(_ text: Substring) {
    self.text = String(text)
  }

  @inlinable package init(stringLiteral text: String) {
    self.init(text)
  }

  @inlinable package static func == (left: ExactString, right: ExactString) -> Bool {
    // Most that differ do so at once.
    left.text == right.text && left.text.isIdentical(to: right.text)
  }

  /// In the order of their scalars.
  @inlinable package static func < (left: ExactString, right: ExactString) -> Bool {
    left.text.precedes(right.text)
  }

  /// Equal scalars are canonically equivalent, so the string's own hash will do.
  @inlinable package func hash(into hasher: inout Hasher) {
    hasher.combine(text)
  }
}

extension StringProtocol {
  /// The same scalars.
  @inlinable package func isIdentical(to other: some StringProtocol) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }

  /// Comes first in the order of scalars, in which two different names are never equal.
  @inlinable package func precedes(_ other: some StringProtocol) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}
