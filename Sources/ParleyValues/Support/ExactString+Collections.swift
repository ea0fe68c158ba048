// Tables and sets of names from outside, which are used with strings as others are.

extension Dictionary where Key == ExactString {
  @inlinable package subscript(name: String) -> Value? {
    get { self[ExactString(name)] }
    set { self[ExactString(name)] = newValue }
    _modify { yield &self[ExactString(name)] }
  }

  @inlinable package subscript(name: String, default value: @autoclosure () -> Value) -> Value {
    get { self[ExactString(name), default: value()] }
    _modify { yield &self[ExactString(name), default: value()] }
  }

  /// In order.
  @inlinable package var names: [String] { keys.sorted().map(\.text) }
}

extension Set where Element == ExactString {
  @inlinable package init(names: some Sequence<String>) {
    self.init(names.lazy.map { ExactString($0) })
  }

  @inlinable package func contains(_ name: String) -> Bool { contains(ExactString(name)) }

  /// - Returns: whether it was not there.
  @discardableResult
  @inlinable package mutating func insert(_ name: String) -> Bool { insert(ExactString(name)).inserted }

  /// - Returns: whether it was there.
  @discardableResult
  @inlinable package mutating func remove(_ name: String) -> Bool { remove(ExactString(name)) != nil }

  /// In order.
  @inlinable package var names: [String] { sorted().map(\.text) }
}

extension Sequence<String> {
  @inlinable package func contains(exactly name: String) -> Bool { contains { $0.isIdentical(to: name) } }

  /// In the order of their scalars.
  @inlinable package func sortedExactly() -> [String] { sorted { $0.precedes($1) } }
}

extension String? {
  /// The same scalars, or nothing on both sides.
  @inlinable package func isIdentical(to other: String?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let left?, let right?): left.isIdentical(to: right)
    default: false
    }
  }
}
