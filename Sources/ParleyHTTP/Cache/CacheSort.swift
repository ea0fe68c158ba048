/// The order of entries in a list. What is equal stands in the order of use, what was used last first.
///
/// ```swift
/// let largest = try await client.cache.list(by: CacheSort(.size, isDescending: true), limit: 10)
/// ```
public struct CacheSort: Sendable, Hashable {
  /// By what entries are put in order.
  @nonexhaustive public enum Field: String, Sendable, Hashable, CaseIterable {
    /// In the order in which they were used.
    case use
    /// By their URL, byte by byte.
    case name
    /// By the bytes of their bodies.
    case size
    /// By how long they have been here.
    case age
    /// By how often they were the response.
    case hits
    /// By when they stop being fresh; those of which nobody said that come last either way.
    case expiry
  }

  /// By what.
  public var field: Field
  /// The other way round: the largest, the oldest, what was used last first.
  public var isDescending: Bool

  /// Creates the default order: last used first.
  public init() { self.init(.use, isDescending: true) }

  /// In the order of a field.
  public init(_ field: Field, isDescending: Bool) {
    self.field = field
    self.isDescending = isDescending
  }

  /// As people want it at first: the largest, the most hits, what was used last first; else the smallest.
  package init(_ field: Field) {
    self.init(field, isDescending: [.use, .size, .hits].contains(field))
  }
}

extension CacheSort {
  /// The facts that orders compare, of an entry or of all entries of a part of the tree.
  package struct Facts {
    package var name: String
    package var size: Int
    package var hits: Int
    /// The time at which the newest was received.
    package var receivedAt: Timestamp?
    /// The time at which the first of them stops being fresh.
    package var freshUntil: Timestamp?

    package init(name: String, size: Int, hits: Int, receivedAt: Timestamp?, freshUntil: Timestamp?) {
      (self.name, self.size, self.hits) = (name, size, hits)
      (self.receivedAt, self.freshUntil) = (receivedAt, freshUntil)
    }
  }

  /// These in this order.
  /// - Parameter elements: in the order of use, what was used last first; or as equal ones are to stand.
  package func sorted<Element>(_ elements: [Element], _ facts: (Element) -> Facts) -> [Element] {
    guard field != .use else { return isDescending ? elements : elements.reversed() }
    return elements.map { (facts($0), $0) }.enumerated()
      .sorted { puts($0.element.0, before: $1.element.0) ?? ($0.offset < $1.offset) }.map(\.element.1)
  }

  /// - Returns: nil where they are equal.
  private func puts(_ left: Facts, before right: Facts) -> Bool? {
    switch field {
    case .use: nil
    case .name: left.name.isIdentical(to: right.name) ? nil : left.name.precedes(right.name) != isDescending
    case .size: order(left.size, right.size)
    case .age: order(right.receivedAt, left.receivedAt)
    case .hits: order(left.hits, right.hits)
    case .expiry: order(left.freshUntil, right.freshUntil)
    }
  }

  private func order<Value: Comparable>(_ left: Value, _ right: Value) -> Bool? {
    left == right ? nil : (left < right) != isDescending
  }

  /// Returns the order of two times; an unknown one comes last.
  private func order(_ left: Timestamp?, _ right: Timestamp?) -> Bool? {
    guard let left, let right else { return left == right ? nil : left != nil }
    return order(left, right)
  }
}

extension CacheListing {
  package var sortFacts: CacheSort.Facts {
    CacheSort.Facts(name: label.url, size: size, hits: hits, receivedAt: receivedAt, freshUntil: freshUntil)
  }
}

extension CacheTree {
  package var sortFacts: CacheSort.Facts {
    CacheSort.Facts(
      name: prefix, size: totals.size, hits: totals.usage.hits, receivedAt: totals.youngest,
      freshUntil: totals.nextExpiry)
  }
}
