import ParleyEngine

// The borders: what comes in is wrapped, what goes out is written anew only where a filter has made it.

extension Value {
  /// - Parameter depth: the most containers inside of one another, where that may be more than any stack has room for.
  init(json: JSONValue, origin: Origin? = nil, depth: Int32 = 1) {
    switch json {
    case .null: self.init(.null, origin: origin)
    case .bool(let flag): self.init(.bool(flag), origin: origin)
    case .number(let number): self.init(Value.payload(of: number), origin: origin)
    case .string(let text): self.init(.string(text), origin: origin)
    case .array(let elements): self.init(.array(ArrayStorage(foreign: .values(elements), depth: depth)), origin: origin)
    case .object(let members): self.init(.object(ObjectStorage(foreign: members, depth: depth)), origin: origin)
    }
  }

  /// A whole number of few digits is the same as a double; others keep their digits.
  static func payload(of number: JSONNumber) -> Payload {
    if let small = smallInteger(number.text) { .number(Double(small)) } else { .literal(number) }
  }

  private static func smallInteger(_ text: String) -> Int? {
    guard text.utf8.count <= 15 else { return nil }
    var magnitude = 0
    var isNegative = false
    for byte in text.utf8 {
      if byte == UInt8(ascii: "-") {
        isNegative = true
      } else {
        let digit = Int(byte) &- 48
        guard digit >= 0, digit < 10 else { return nil }
        magnitude = magnitude &* 10 &+ digit
      }
    }
    // A zero with a sign is no integer.
    if isNegative, magnitude == 0 { return nil }
    return isNegative ? -magnitude : magnitude
  }

  /// The value as the engine has it. Call it with room on the stack for `depth` levels. What stands in several places is written
  /// as often, so that it may be far larger.
  func json(_ machine: Machine) throws(Interrupt) -> JSONValue {
    switch payload {
    case .null: .null
    case .bool(let flag): .bool(flag)
    case .number(let number): JSONValue(number)
    case .literal(let literal): .number(literal)
    case .string(let text): .string(text)
    case .array(let storage): .array(try storage.json(machine))
    case .object(let storage): .object(try storage.json(machine))
    }
  }
}

extension ArrayStorage {
  fileprivate func json(_ machine: Machine) throws(Interrupt) -> [JSONValue] {
    if let original { return original }
    try machine.spend(count)
    try machine.admit(bytes: count * MemoryLayout<JSONValue>.stride)
    var elements: [JSONValue] = []
    elements.reserveCapacity(count)
    for element in own { elements.append(try element.json(machine)) }
    return elements
  }
}

extension ObjectStorage {
  fileprivate func json(_ machine: Machine) throws(Interrupt) -> JSONObject {
    if let original { return original }
    try machine.spend(count)
    try machine.admit(bytes: count * 2 * MemoryLayout<JSONValue>.stride)
    var members = machine.blanks.object(of: shape)
    for position in values.indices { members.setValue(at: position, try values[position].json(machine)) }
    return members
  }
}

extension JSONValue {
  /// Creates a number as jq prints it. Where JSON has no such number it is `null`, and the largest number for infinity.
  init(_ number: Double) {
    if let whole = Int(exactly: number), whole.magnitude < 10_000_000_000_000_000, whole != 0 || number.sign == .plus {
      self = .number(JSONNumber(whole))
    } else if number.isNaN {
      self = .null
    } else {
      self = JSONNumber(DoubleText.text(of: number)).map(JSONValue.number) ?? .null
    }
  }
}
