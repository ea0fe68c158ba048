import ParleyEngine

/// The members of an object: our own values under the keys of a shape, or the input's as they are.
final class ObjectStorage {
  private(set) var shape: Shape
  private(set) var values: [Value]
  private let foreign: JSONObject
  private(set) var isForeign: Bool
  private(set) var depth: Int32

  init(shape: Shape = Shape(), values: [Value] = []) {
    self.shape = shape
    self.values = values
    foreign = JSONObject()
    isForeign = false
    var deepest: Int32 = 0
    for value in values { deepest = max(deepest, value.depth) }
    depth = deepest + 1
  }

  init(foreign members: JSONObject, depth: Int32 = 1) {
    shape = .empty
    values = []
    foreign = members
    isForeign = true
    self.depth = depth
  }

  @inline(__always)
  var count: Int { isForeign ? foreign.count : values.count }

  var keys: [String] { isForeign ? Array(foreign.keys) : shape.keys }

  /// The value of `key`; nil where there is none.
  func member(_ key: String, origin: Origin?) -> Value? {
    if isForeign {
      guard let member = foreign[key] else { return nil }
      return Value(json: member, origin: origin.map { $0.child(.key(key)) }, depth: depthOfMembers)
    }
    guard let position = shape.position(of: key) else { return nil }
    return values[position].inheriting(origin)
  }

  func has(_ key: String) -> Bool {
    isForeign ? foreign[key] != nil : shape.position(of: key) != nil
  }

  /// The member at `position`, in the order of insertion.
  func member(at position: Int, origin: Origin?) -> (key: String, value: Value) {
    guard isForeign else { return (shape.keys[position], values[position].inheriting(origin)) }
    let (key, value) = foreign[position]
    return (key, Value(json: value, origin: origin.map { $0.child(.key(key)) }, depth: depthOfMembers))
  }

  private var depthOfMembers: Int32 { max(1, depth - 1) }

  /// The document's own members, where nothing has been changed.
  var original: JSONObject? { isForeign ? foreign : nil }

  // Changing: only by whoever holds the storage alone.

  func set(_ key: String, _ value: Value) {
    depth = max(depth, value.depth + 1)
    if let position = shape.position(of: key) {
      values[position] = value
    } else {
      if !isKnownUniquelyReferenced(&shape) { shape = Shape(shape.keys) }
      shape.append(key)
      values.append(value)
    }
  }

  /// Takes a value out, so that it can be changed where nobody else holds it; `null` where there is none.
  func take(_ key: String) -> Value {
    guard let position = shape.position(of: key) else { return .null }
    var taken = Value.null
    swap(&taken, &values[position])
    return taken
  }

  deinit {
    if depth > Dismantler.harmlessDepth { Dismantler.dismantle(&values) }
  }

  func surrender() -> [Value] {
    var taken: [Value] = []
    swap(&taken, &values)
    depth = 0
    return taken
  }
}

extension ObjectStorage {
  /// Itself where nobody else holds it, else a copy of our own.
  static func unique(_ storage: inout ObjectStorage, origin: Origin?) -> ObjectStorage {
    let isComputed = origin?.isComputed == true
    if !storage.isForeign, !isComputed, isKnownUniquelyReferenced(&storage) { return storage }
    guard storage.isForeign || isComputed else { return ObjectStorage(shape: storage.shape, values: storage.values) }
    let values = (0..<storage.count).map { storage.member(at: $0, origin: origin).value }
    return ObjectStorage(shape: Shape(storage.keys), values: values)
  }

  /// Without the members `keys` names.
  func removing(_ keys: Set<ExactString>, origin: Origin?) -> ObjectStorage {
    let rest = ObjectStorage()
    for position in 0..<count {
      let (key, value) = member(at: position, origin: origin)
      if !keys.contains(ExactString(key)) { rest.set(key, value) }
    }
    return rest
  }

  /// The positions of the members in the order of their keys.
  var sortedPositions: [Int] {
    let keys = keys
    return keys.indices.sorted { keys[$0].precedes(keys[$1]) }
  }
}

/// The keys of objects that were made alike, which share them.
final class Shape: @unchecked Sendable {  // changed only by an object that holds it alone
  private(set) var keys: [String]
  /// Only for many keys: few are compared one by one.
  private var positions: [ExactString: Int] = [:]

  private static let few = 8
  /// Never changed: it is always held here too.
  static let empty = Shape()

  /// - Parameter keys: each of them once.
  init(_ keys: [String] = []) {
    self.keys = keys
    if keys.count > Shape.few { index() }
  }

  private func index() {
    positions.reserveCapacity(keys.count)
    for (position, key) in keys.enumerated() { positions[ExactString(key)] = position }
  }

  func position(of key: String) -> Int? {
    if keys.count > Shape.few { return positions[ExactString(key)] }
    for position in keys.indices where ExactString(keys[position]) == ExactString(key) { return position }
    return nil
  }

  func append(_ key: String) {
    keys.append(key)
    if keys.count > Shape.few + 1 {
      positions[ExactString(key)] = keys.count - 1
    } else if keys.count > Shape.few {
      index()
    }
  }
}
