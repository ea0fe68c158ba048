import ParleyEngine

// jq's order of all values: null, false, true, numbers, strings, arrays, objects.

extension Value {
  /// Negative where `left` comes first. Call it with room on the stack for `depth` levels.
  static func compare(_ left: Value, _ right: Value, _ machine: Machine) throws(Interrupt) -> Int {
    switch (left.payload, right.payload) {
    case (.number(let left), .number(let right)): return order(left, right)
    case (.string(let left), .string(let right)):
      try machine.read(bytes: min(left.utf8.count, right.utf8.count))
      return order(left, right)
    case (.array(let first), .array(let second)): return try order(first, second, machine)
    case (.object(let first), .object(let second)): return try order(first, second, machine)
    default: return compareKinds(left, right)
    }
  }

  private static func compareKinds(_ left: Value, _ right: Value) -> Int {
    let kinds = left.kind.rawValue - right.kind.rawValue
    guard kinds == 0, left.kind == .number else { return kinds }
    if case .literal(let first) = left.payload, case .literal(let second) = right.payload {
      return order(first, second)
    }
    return order(left.double ?? 0, right.double ?? 0)
  }

  /// Not-a-number comes before all numbers, itself included.
  @inline(__always)
  private static func order(_ left: Double, _ right: Double) -> Int {
    if left < right { return -1 }
    if left == right { return 0 }
    return left.isNaN ? -1 : 1
  }

  /// Two literals are compared by all their digits.
  private static func order(_ left: JSONNumber, _ right: JSONNumber) -> Int {
    if left.text == right.text { return 0 }
    let doubles = order(Double(left), Double(right))
    return doubles != 0 ? doubles : ExactDecimal(left.text).order(to: ExactDecimal(right.text))
  }

  /// By bytes, which is the order of scalars.
  @inline(__always)
  private static func order(_ left: String, _ right: String) -> Int {
    if ExactString(left) == ExactString(right) { return 0 }
    return left.precedes(right) ? -1 : 1
  }

  private static func order(_ left: ArrayStorage, _ right: ArrayStorage, _ machine: Machine) throws(Interrupt) -> Int {
    if left === right { return 0 }
    for index in 0..<min(left.count, right.count) {
      try machine.tick()
      let order = try compare(left.element(index, origin: nil), right.element(index, origin: nil), machine)
      if order != 0 { return order }
    }
    return left.count - right.count
  }

  /// First by the sorted keys, then by the values in that order.
  private static func order(_ left: ObjectStorage, _ right: ObjectStorage, _ machine: Machine) throws(Interrupt) -> Int
  {
    if left === right { return 0 }
    try machine.spend(left.count + right.count)
    let (leftOrder, rightOrder) = (left.sortedPositions, right.sortedPositions)
    let (leftKeys, rightKeys) = (left.keys, right.keys)
    for (first, second) in zip(leftOrder, rightOrder) {
      let order = order(leftKeys[first], rightKeys[second])
      if order != 0 { return order }
    }
    if left.count != right.count { return left.count - right.count }
    for (first, second) in zip(leftOrder, rightOrder) {
      let (mine, other) = (left.member(at: first, origin: nil), right.member(at: second, origin: nil))
      let order = try compare(mine.value, other.value, machine)
      if order != 0 { return order }
    }
    return 0
  }
}

extension Value {
  /// The same as `compare` being zero, without an order. Call it with room on the stack for `depth` levels.
  static func areEqual(_ left: Value, _ right: Value, _ machine: Machine) throws(Interrupt) -> Bool {
    switch (left.payload, right.payload) {
    case (.null, .null): return true
    case (.bool(let left), .bool(let right)): return left == right
    case (.number(let left), .number(let right)): return left == right
    case (.string(let left), .string(let right)):
      try machine.read(bytes: min(left.utf8.count, right.utf8.count))
      return ExactString(left) == ExactString(right)
    case (.array(let left), .array(let right)):
      guard left.count == right.count else { return false }
      return try order(left, right, machine) == 0
    case (.object(let left), .object(let right)): return try areEqual(left, right, machine)
    default: return compareKinds(left, right) == 0
    }
  }

  private static func areEqual(
    _ left: ObjectStorage, _ right: ObjectStorage, _ machine: Machine
  ) throws(Interrupt) -> Bool {
    guard left.count == right.count else { return false }
    if left === right { return true }
    for position in 0..<left.count {
      try machine.tick()
      let (key, value) = left.member(at: position, origin: nil)
      guard let other = right.member(key, origin: nil), try areEqual(value, other, machine) else { return false }
    }
    return true
  }

  /// The very same container, or the same scalar: what jq asks of a path's value that was moved around.
  static func areIdentical(_ left: Value, _ right: Value) -> Bool {
    switch (left.payload, right.payload) {
    case (.array(let left), .array(let right)): left === right
    case (.object(let left), .object(let right)): left === right
    case (.string(let left), .string(let right)): ExactString(left) == ExactString(right)
    default: compareKinds(left, right) == 0
    }
  }
}
