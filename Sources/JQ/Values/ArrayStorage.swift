import ParleyEngine

/// The elements of an array: our own values, or the input's as they are.
final class ArrayStorage {
  /// The elements of an input.
  enum Foreign {
    case values([JSONValue])
    case text(JSONElements)
  }

  private(set) var own: [Value]
  private let foreign: Foreign
  private(set) var isForeign: Bool
  /// One more than the deepest element. The nesting of an input is bounded by its parser, and counts as one.
  private(set) var depth: Int32

  init(_ elements: [Value]) {
    own = elements
    foreign = .values([])
    isForeign = false
    depth = ArrayStorage.depth(of: elements)
  }

  init(foreign elements: Foreign, depth: Int32 = 1) {
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
  var count: Int {
    guard isForeign else { return own.count }
    return switch foreign {
    case .values(let values): values.count
    case .text(let elements): elements.count
    }
  }

  /// The element; its origin follows from that of the array where the array is the input's.
  func element(_ index: Int, origin: Origin?) -> Value {
    guard isForeign else { return own[index].inheriting(origin) }
    return Value(json: foreign(index), origin: origin.map { $0.child(.index(index)) }, depth: max(1, depth - 1))
  }

  @inline(__always)
  private func foreign(_ index: Int) -> JSONValue {
    switch foreign {
    case .values(let values): values[index]
    case .text(let elements): elements[index]
    }
  }

  /// All elements as values.
  func elements(origin: Origin?) -> [Value] {
    isForeign || origin != nil ? (0..<count).map { element($0, origin: origin) } : own
  }

  /// The document's own elements, where nothing has been changed.
  var original: [JSONValue]? { original(0..<count) }

  /// The document's own elements in a range, where nothing has been changed.
  func original(_ range: Range<Int>) -> [JSONValue]? {
    guard isForeign else { return nil }
    return switch foreign {
    case .values(let values): range.count == values.count ? values : Array(values[range])
    case .text(let elements): range.map { elements[$0] }
    }
  }

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
    if !storage.isForeign, origin?.isComputed != true, isKnownUniquelyReferenced(&storage) { return storage }
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
