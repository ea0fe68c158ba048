import Glibc

/// A string that equals only the same scalars: a key for what files, protocols and servers name.
///
/// Swift takes `é` in one scalar and in two for equal. To a file system, a header, a JSON object or a database they are two different
/// names, and folding them would lose one.
package struct ExactString: Hashable, Sendable, Comparable, ExpressibleByStringLiteral {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  package init(_ text: Substring) {
    self.text = String(text)
  }

  package init(stringLiteral text: String) {
    self.init(text)
  }

  package static func == (left: ExactString, right: ExactString) -> Bool {
    left.text.isIdentical(to: right.text)
  }

  /// In the order of their scalars.
  package static func < (left: ExactString, right: ExactString) -> Bool {
    left.text.precedes(right.text)
  }

  /// Equal scalars are canonically equivalent, so the string's own hash will do.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(text)
  }
}

extension StringProtocol {
  /// The same scalars.
  package func isIdentical(to other: some StringProtocol) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }

  /// Comes first in the order of scalars, in which two different names are never equal.
  package func precedes(_ other: some StringProtocol) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}

// Most texts stand in one piece, and are compared as they stand.
extension String {
  /// The same scalars.
  package func isIdentical(to other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    return withBytes(and: other) { $0.order(before: $1) == 0 } ?? utf8.elementsEqual(other.utf8)
  }

  /// Comes first in the order of scalars, in which two different names are never equal.
  package func precedes(_ other: String) -> Bool {
    withBytes(and: other) { left, right in
      let order = left.order(before: right)
      return order < 0 || order == 0 && left.count < right.count
    } ?? utf8.lexicographicallyPrecedes(other.utf8)
  }

  private func withBytes<Result>(
    and other: String, _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result? {
    utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in body(left, right) }
    } ?? nil
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Below 0 before another, above it behind it, as far as both have bytes.
  fileprivate func order(before other: Self) -> CInt {
    guard let left = baseAddress, let right = other.baseAddress else { return 0 }
    return left == right ? 0 : memcmp(left, right, Swift.min(count, other.count))
  }
}
