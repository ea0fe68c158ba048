import ParleyEngine

/// The elements of an array: our own values, or the input's as they are.
final class ArrayStorage {
  private(set) var own: [Value]
  private let foreign: [JSONValue]
  private(set) var isForeign: Bool
  /// One more than the deepest element. The nesting of an input is bounded by its parser, and counts as one.
  private(set) var depth: Int32

  init(_ elements: [Value]) {
    own = elements
    foreign = []
    isForeign = false
    depth = ArrayStorage.depth(of: elements)
  }

  init(foreign elements: [JSONValue], depth: Int32 = 1) {
    own = []
    foreign = elements
    isForeign = true
    self.depth = depth
  }

  private static func depth(of elements: [Value]) -> Int32 {
    var deepest: Int32 = 0
    for element in elements { deepest = max(deepest, element.depth) }
    return deepest + 1
  }

  @inline(__always)
  var count: Int { isForeign ? foreign.count : own.count }

  /// The element; its origin follows from that of the array where the array is the input's.
  func element(_ index: Int, origin: Origin?) -> Value {
    guard isForeign else { return own[index].inheriting(origin) }
    return Value(json: foreign[index], origin: origin.map { $0.child(.index(index)) }, depth: max(1, depth - 1))
  }

  /// All elements as values.
  func elements(origin: Origin?) -> [Value] {
    isForeign || origin != nil ? (0..<count).map { element($0, origin: origin) } : own
  }

  /// The document's own elements, where nothing has been changed.
  var original: [JSONValue]? { isForeign ? foreign : nil }

  // Changing: only by whoever holds the storage alone.

  func append(_ value: Value) {
    depth = max(depth, value.depth + 1)
    own.append(value)
  }

  func append(contentsOf values: [Value]) {
    depth = max(depth, ArrayStorage.depth(of: values))
    own.append(contentsOf: values)
  }

  /// Puts `value` at `index`, with `null` in between where the array was shorter.
  func set(_ index: Int, _ value: Value) {
    depth = max(depth, value.depth + 1)
    while own.count < index { own.append(.null) }
    if index == own.count { own.append(value) } else { own[index] = value }
  }

  /// Takes an element out, so that it can be changed where nobody else holds it.
  func take(_ index: Int) -> Value {
    guard index < own.count else { return .null }
    var taken = Value.null
    swap(&taken, &own[index])
    return taken
  }

  func reserve(_ count: Int) { own.reserveCapacity(count) }

  deinit {
    if depth > Dismantler.harmlessDepth { Dismantler.dismantle(&own) }
  }

  fileprivate func surrender() -> [Value] {
    var taken: [Value] = []
    swap(&taken, &own)
    depth = 0
    return taken
  }
}

extension ArrayStorage {
  /// Itself where nobody else holds it, else a copy of our own.
  static func unique(_ storage: inout ArrayStorage, origin: Origin?) -> ArrayStorage {
    if !storage.isForeign, isKnownUniquelyReferenced(&storage) { return storage }
    return ArrayStorage(storage.elements(origin: origin))
  }
}

/// Releases deeply nested values in a loop: recursion, as Swift would do it, does not fit the stack.
enum Dismantler {
  static let harmlessDepth: Int32 = 100

  static func dismantle(_ values: inout [Value]) {
    var pending: [Value] = []
    swap(&pending, &values)
    while var value = pending.popLast() {
      if var storage = value.takeArray() {
        if storage.depth > harmlessDepth, isKnownUniquelyReferenced(&storage) { pending += storage.surrender() }
      } else if var storage = value.takeObject() {
        if storage.depth > harmlessDepth, isKnownUniquelyReferenced(&storage) { pending += storage.surrender() }
      }
    }
  }
}
