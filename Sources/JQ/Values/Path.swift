/// A place in the input of `path(f)`: the last key and the way to it. Ways share what they have in common.
final class Path {
  private var parent: Path?
  let key: Value
  let count: Int

  init(_ parent: Path?, _ key: Value) {
    self.parent = parent
    self.key = key
    count = (parent?.count ?? 0) + 1
  }

  /// The keys from the root.
  static func keys(of path: Path?) -> [Value] {
    var keys: [Value] = []
    var current = path
    while let link = current {
      keys.append(link.key)
      current = link.parent
    }
    return keys.reversed()
  }

  /// Long ways are released in a loop: recursion would not fit the stack.
  deinit {
    var next = parent
    parent = nil
    while next != nil, isKnownUniquelyReferenced(&next) {
      let rest = next?.parent
      next?.parent = nil
      next = rest
    }
  }
}

/// A value on its way through `path(f)`.
struct Located {
  var path: Path?
  var value: Value
  /// The value at `path`; `value` differs from it once something was computed.
  var anchor: Value

  init(_ path: Path?, _ value: Value, anchor: Value) {
    (self.path, self.value, self.anchor) = (path, value, anchor)
  }

  static func root(_ value: Value) -> Located { Located(nil, value, anchor: value) }

  func child(_ key: Value, _ value: Value) -> Located { Located(Path(path, key), value, anchor: value) }

  /// Something that was computed here.
  func computed(_ value: Value) -> Located { Located(path, value, anchor: anchor) }

  @inline(__always)
  var isIntact: Bool { Value.areIdentical(value, anchor) }
}
