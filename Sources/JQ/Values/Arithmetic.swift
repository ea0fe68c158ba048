import ParleyEngine

/// The operators, as jq defines them for every pair of kinds.
enum Arithmetic {
  /// Returns the result of an operation on two doubles, without looking at anything else; nil if the operation needs
  /// more.
  @inline(__always)
  static func fast(_ operation: Operator, _ left: Double, _ right: Double) -> Value? {
    switch operation {
    case .add: Value(left + right)
    case .subtract: Value(left - right)
    case .multiply: Value(left * right)
    case .less where !left.isNaN && !right.isNaN: Value(left < right)
    case .greater where !left.isNaN && !right.isNaN: Value(left > right)
    case .lessOrEqual where !left.isNaN && !right.isNaN: Value(left <= right)
    case .greaterOrEqual where !left.isNaN && !right.isNaN: Value(left >= right)
    case .equal: Value(left == right)
    case .notEqual: Value(left != right)
    default: nil
    }
  }

  static func apply(_ operation: Operator, _ left: inout Value, _ right: Value, _ machine: Machine) throws(Interrupt)
    -> Value
  {
    switch operation {
    case .add: try add(&left, right, machine)
    case .subtract: try subtract(left, right, machine)
    case .multiply: try multiply(left, right, machine)
    case .divide: try divide(left, right, machine)
    case .modulo: try modulo(left, right)
    case .equal: Value(try areEqual(left, right, machine))
    case .notEqual: Value(!(try areEqual(left, right, machine)))
    case .less: Value(try compare(left, right, machine) < 0)
    case .greater: Value(try compare(left, right, machine) > 0)
    case .lessOrEqual: Value(try compare(left, right, machine) <= 0)
    case .greaterOrEqual: Value(try compare(left, right, machine) >= 0)
    }
  }

  static func areEqual(_ left: Value, _ right: Value, _ machine: Machine) throws(Interrupt) -> Bool {
    try machine.withRoom(for: max(left.depth, right.depth)) { () throws(Interrupt) in
      try Value.areEqual(left, right, machine)
    }
  }

  static func compare(_ left: Value, _ right: Value, _ machine: Machine) throws(Interrupt) -> Int {
    try machine.withRoom(for: max(left.depth, right.depth)) { () throws(Interrupt) in
      try Value.compare(left, right, machine)
    }
  }

  /// Takes `left` apart where it is a container that nobody else holds.
  static func add(_ left: inout Value, _ right: Value, _ machine: Machine) throws(Interrupt) -> Value {
    // Kinds alone are looked at: a look at the payload would hold it.
    switch (left.kind, right.kind) {
    case (.null, _): return right
    case (_, .null): return left
    case (.string, .string): return try concatenated(left.string ?? "", right.string ?? "", machine)
    case (.array, .array): return try appended(&left, right, machine)
    case (.object, .object): return try merged(&left, right, machine)
    default:
      guard let first = left.double, let second = right.double else { throw pairError(left, right, "cannot be added") }
      return Value(first + second)
    }
  }

  private static func concatenated(_ first: consuming String, _ second: String, _ machine: Machine) throws(Interrupt)
    -> Value
  {
    try machine.admit(bytes: first.utf8.count + second.utf8.count)
    return Value(first + second)
  }

  private static func appended(_ left: inout Value, _ right: Value, _ machine: Machine) throws(Interrupt) -> Value {
    let (leftOrigin, origin) = (left.origin, right.origin)
    guard case .array(let second) = right.payload, var storage = left.takeArray() else { return left }
    let isShared = storage.isForeign || !isKnownUniquelyReferenced(&storage)
    try machine.admit(bytes: (second.count + (isShared ? storage.count : 0)) * MemoryLayout<Value>.stride)
    storage = ArrayStorage.unique(&storage, origin: leftOrigin)
    if second.count == 1 {
      storage.append(second.element(0, origin: origin))
    } else {
      storage.append(contentsOf: second.elements(origin: origin))
    }
    return Value(.array(storage))
  }

  private static func merged(_ left: inout Value, _ right: Value, _ machine: Machine) throws(Interrupt) -> Value {
    let (leftOrigin, origin) = (left.origin, right.origin)
    guard case .object(let second) = right.payload, var storage = left.takeObject() else { return left }
    let isShared = storage.isForeign || !isKnownUniquelyReferenced(&storage)
    try machine.admit(bytes: (second.count + (isShared ? storage.count : 0)) * 2 * MemoryLayout<Value>.stride)
    storage = ObjectStorage.unique(&storage, origin: leftOrigin)
    for position in 0..<second.count {
      let (key, value) = second.member(at: position, origin: origin)
      storage.set(key, value)
    }
    return Value(.object(storage))
  }

  private static func subtract(_ left: Value, _ right: Value, _ machine: Machine) throws(Interrupt) -> Value {
    if let first = left.double, let second = right.double { return Value(first - second) }
    guard let elements = left.elements, let removed = right.elements else {
      throw pairError(left, right, "cannot be subtracted")
    }
    return try machine.withRoom(for: max(left.depth, right.depth)) { () throws(Interrupt) in
      try machine.charge(elements.count * MemoryLayout<Value>.stride)
      var rest: [Value] = []
      for element in elements {
        try machine.spend(removed.count)
        if try !removed.contains(element, machine) { rest.append(element) }
      }
      return Value(rest)
    }
  }

  private static func multiply(_ left: Value, _ right: Value, _ machine: Machine) throws(Interrupt) -> Value {
    if let first = left.double, let second = right.double { return Value(first * second) }
    if let text = left.string, let count = right.double { return try repeated(text, count, machine) }
    if let text = right.string, let count = left.double { return try repeated(text, count, machine) }
    guard case .object = left.payload, case .object = right.payload else {
      throw pairError(left, right, "cannot be multiplied")
    }
    return try machine.withRoom(for: max(left.depth, right.depth)) { () throws(Interrupt) in
      try deeplyMerged(left, right, machine)
    }
  }

  /// A text so many times, without the fraction; `null` for less than none.
  private static func repeated(_ text: String, _ count: Double, _ machine: Machine) throws(Interrupt) -> Value {
    guard count >= 0 else { return .null }
    let times = count.rounded(.down)
    let bytes = Double(text.utf8.count) * times
    guard bytes < Double(machine.limits.memory) else { throw .stopped(.memory(machine.limits.memory)) }
    try machine.admit(bytes: Int(bytes))
    return Value(String(repeating: text, count: text.isEmpty ? 0 : Int(times)))
  }

  private static func deeplyMerged(_ left: Value, _ right: Value, _ machine: Machine) throws(Interrupt) -> Value {
    guard case .object(let first) = left.payload, case .object(let second) = right.payload else { return right }
    var copy = first
    let result = ObjectStorage.unique(&copy, origin: left.origin)
    let own = result === first ? ObjectStorage(shape: first.shape, values: first.values) : result
    try machine.charge((first.count + second.count) * MemoryLayout<Value>.stride)
    for position in 0..<second.count {
      let (key, value) = second.member(at: position, origin: right.origin)
      let existing = own.member(key, origin: nil)
      own.set(key, try existing.map { old throws(Interrupt) in try deeplyMerged(old, value, machine) } ?? value)
    }
    return Value(own)
  }

  private static func divide(_ left: Value, _ right: Value, _ machine: Machine) throws(Interrupt) -> Value {
    if let first = left.double, let second = right.double {
      guard second != 0 else { throw pairError(left, right, "cannot be divided because the divisor is zero") }
      return Value(first / second)
    }
    guard let text = left.string, let separator = right.string else {
      throw pairError(left, right, "cannot be divided")
    }
    return try Strings.split(text, by: separator, machine)
  }

  private static func modulo(_ left: Value, _ right: Value) throws(Interrupt) -> Value {
    guard let first = left.double, let second = right.double else {
      throw pairError(left, right, "cannot be divided (remainder)")
    }
    if first.isNaN || second.isNaN { return Value(Double.nan) }
    let (dividend, divisor) = (Int(clampingTowardZero: first), Int(clampingTowardZero: second))
    guard divisor != 0 else {
      throw pairError(left, right, "cannot be divided (remainder) because the divisor is zero")
    }
    // The sign is that of the dividend.
    let magnitude = dividend.magnitude % divisor.magnitude
    return Value(dividend < 0 ? -Double(magnitude) : Double(magnitude))
  }

  static func pairError(_ left: Value, _ right: Value, _ what: String) -> Interrupt {
    .error(
      "\(left.described) and \(right.described) \(what)", at: left.origin == nil ? right : left,
      beside: left.origin == nil ? left : right)
  }
}

extension [Value] {
  fileprivate func contains(_ wanted: Value, _ machine: Machine) throws(Interrupt) -> Bool {
    for element in self where try Value.areEqual(element, wanted, machine) { return true }
    return false
  }
}

extension Value {
  /// Kind and beginning, for messages: `number (12)`.
  var described: String { "\(kind.name) (\(excerpt(15)))" }
}

extension Int {
  init(clampingTowardZero number: Double) {
    if number.isNaN {
      self = 0
    } else if number >= 9.2233720368547e18 {
      self = .max
    } else if number <= -9.2233720368547e18 {
      self = .min
    } else {
      self = Int(number)
    }
  }
}
