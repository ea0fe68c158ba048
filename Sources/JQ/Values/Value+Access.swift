import ParleyEngine

// Reading by key, as `.[key]` does it.

extension Value {
  /// `self[key]`
  func index(_ key: Value, _ machine: Machine) throws(Interrupt) -> Value {
    switch (payload, key.payload) {
    case (.object(let storage), .string(let name)): return storage.member(name, origin: origin) ?? missing(.key(name))
    case (.array(let storage), .number), (.array(let storage), .literal): return element(storage, key.double ?? .nan)
    case (.null, .string), (.null, .number), (.null, .literal), (.null, .object): return self
    case (.array(let storage), .object):
      let range = try Value.slice(key, count: storage.count)
      try machine.charge(range.count * MemoryLayout<Value>.stride)
      return slice(of: storage, range)
    case (.string(let text), .object): return try slice(of: text, key, machine)
    case (.array(let storage), .array(let pattern)): return try Value.indices(of: pattern, in: storage, machine)
    default: throw indexError(key)
    }
  }

  /// Returns null for a missing part. Its origin records which part was looked for.
  private func missing(_ step: Origin.Step) -> Value {
    guard let origin else { return .null }
    return Value(.null, origin: origin.child(step))
  }

  private func element(_ storage: ArrayStorage, _ position: Double) -> Value {
    guard !position.isNaN else { return .null }
    var index = Int(max(-1e15, min(1e15, position)))
    if index < 0 { index += storage.count }
    guard index >= 0, index < storage.count else { return .null }
    return storage.element(index, origin: origin)
  }

  private func slice(of storage: ArrayStorage, _ range: Range<Int>) -> Value {
    if origin == nil, let original = storage.original(range) {
      return Value(.array(ArrayStorage(foreign: .values(original))))
    }
    return Value(.array(ArrayStorage(range.map { storage.element($0, origin: origin) })), origin: nil)
  }

  private func slice(of text: String, _ key: Value, _ machine: Machine) throws(Interrupt) -> Value {
    try machine.admit(bytes: text.utf8.count)
    let scalars = text.unicodeScalars
    let range = try Value.slice(key, count: scalars.count)
    let start = scalars.index(scalars.startIndex, offsetBy: range.lowerBound)
    let end = scalars.index(start, offsetBy: range.count)
    return machine.derived(Value(String(scalars[start..<end])), "slice", self)
  }

  func indexError(_ key: Value) -> Interrupt {
    if case .string(let name) = key.payload, name.utf8.count < 30 {
      return .error("Cannot index \(kind.name) with string \"\(name)\"", at: self, beside: key)
    }
    return .error("Cannot index \(kind.name) with \(key.kind.name)", at: self)
  }

  /// The places of an array in another one.
  static func indices(
    of pattern: ArrayStorage, in storage: ArrayStorage, _ machine: Machine
  ) throws(Interrupt) -> Value {
    try machine.charge((pattern.count + storage.count) * MemoryLayout<Value>.stride)
    let (elements, wanted) = (storage.elements(origin: nil), pattern.elements(origin: nil))
    guard !wanted.isEmpty, elements.count >= wanted.count else { return wanted.isEmpty ? .null : Value([Value]()) }
    var found: [Value] = []
    for start in 0...(elements.count - wanted.count) {
      if try areEqual(elements[start...], wanted, machine) { found.append(Value(start)) }
    }
    return Value(found)
  }

  private static func areEqual(
    _ elements: ArraySlice<Value>, _ wanted: [Value], _ machine: Machine
  ) throws(Interrupt) -> Bool {
    for (element, wanted) in zip(elements, wanted) {
      try machine.tick()
      guard try Arithmetic.areEqual(element, wanted, machine) else { return false }
    }
    return true
  }

  /// `{"start": …, "end": …}` as a range of `count` elements: from rounded down to rounded up.
  static func slice(_ key: Value, count: Int) throws(Interrupt) -> Range<Int> {
    guard case .object(let storage) = key.payload else { return 0..<count }
    let start = try bound(storage.member("start", origin: nil), default: 0)
    let end = try bound(storage.member("end", origin: nil), default: Double(count))
    let length = Double(count)
    var first = start.isNaN ? 0 : start
    if first < 0 { first += length }
    first = max(0, min(first, length))
    var last = end.isNaN ? length : end
    if last < 0 { last += length }
    last = max(0, min(last, length))
    let lower = Int(first.rounded(.down))
    return lower..<max(lower, Int(last.rounded(.up)))
  }

  private static func bound(_ value: Value?, default standard: Double) throws(Interrupt) -> Double {
    guard let value, value.kind != .null else { return standard }
    guard let number = value.double else {
      throw .error("Start and end indices of an array slice must be numbers", at: value)
    }
    return number
  }

  /// `has(key)`
  func has(_ key: Value) throws(Interrupt) -> Bool {
    switch (payload, key.payload) {
    case (.object(let storage), .string(let name)): return storage.has(name)
    case (.array(let storage), .number), (.array(let storage), .literal):
      let index = key.double ?? .nan
      return index > -1 && index < Double(storage.count)
    default:
      throw .error("Cannot check whether \(kind.name) has a \(key.kind.name) key", at: self)
    }
  }

  /// Calls `body` with each element or member and its key.
  func forEachPart(_ body: (_ key: @autoclosure () -> Value, _ value: Value) throws(Interrupt) -> Void)
    throws(Interrupt)
  {
    switch payload {
    case .array(let storage):
      for index in 0..<storage.count { try body(Value(index), storage.element(index, origin: origin)) }
    case .object(let storage):
      for position in 0..<storage.count {
        let (key, value) = storage.member(at: position, origin: origin)
        try body(Value(key), value)
      }
    default:
      throw .error("Cannot iterate over \(kind.name)\(excerptInParentheses)", at: self)
    }
  }

  /// How many parts it has.
  private var count: Int {
    switch payload {
    case .array(let storage): storage.count
    case .object(let storage): storage.count
    default: 0
    }
  }

  private var excerptInParentheses: String { kind == .null ? "" : " (\(excerpt(15)))" }

  /// The elements or members.
  func parts(_ machine: Machine) throws(Interrupt) -> [Value] {
    try machine.charge(count * MemoryLayout<Value>.stride)
    var parts: [Value] = []
    parts.reserveCapacity(count)
    try forEachPart { _, value throws(Interrupt) in parts.append(value) }
    return parts
  }

  /// The elements of an array; nil for anything else.
  var elements: [Value]? {
    guard case .array(let storage) = payload else { return nil }
    return storage.elements(origin: origin)
  }
}
