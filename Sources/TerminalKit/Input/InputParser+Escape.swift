extension InputParser {
  /// A sequence that begins with ESC: a key of this terminal, a standard sequence, or Alt with another key.
  func escape() -> Step {
    switch known() {
    case .found(let key, let length): return .key(key, length)
    case .begun: return .incomplete
    case .unknown: break
    }
    switch pending.dropFirst().first {
    case nil: return .incomplete
    case Byte.escape: return .key(.escape, 1)
    case Byte.bracket: return controlSequence()
    case UInt8(ascii: "O"): return singleShift()
    default: return alt()
    }
  }

  private enum Known {
    case found(Key, Int), begun, unknown
  }

  private func known() -> Known {
    var longest: (key: Key, length: Int)?
    var hasBegun = false
    for (sequence, key) in sequences {
      if pending.starts(with: sequence) {
        if sequence.count > longest?.length ?? 0 { longest = (key, sequence.count) }
      } else if pending.count > 2, sequence.starts(with: pending) {
        hasBegun = true
      }
    }
    if let longest { return .found(longest.key, longest.length) }
    return hasBegun ? .begun : .unknown
  }

  private func alt() -> Step {
    guard case .complete(.input(.key(let key)), let length) = Self.character(pending.dropFirst(), isFinal: false) else {
      return .incomplete
    }
    return .key(Key(key.code, key.modifiers.union(.alt)), length + 1)
  }

  /// ESC O and a letter: keypad and function keys in application mode.
  private func singleShift() -> Step {
    guard let letter = pending.dropFirst(2).first else { return .incomplete }
    guard let code = Self.lettered[letter] else { return .key(.alt("O"), 2) }
    return .key(Key(code), 3)
  }

  /// ESC [ parameters intermediates final (ECMA-48, 5.4).
  private func controlSequence() -> Step {
    let body = pending.dropFirst(2)
    if body.first == UInt8(ascii: "M") { return Self.oldMouse(body.dropFirst()) }
    let parameters = body.prefix { (0x30...0x3F).contains($0) }
    let rest = body.dropFirst(parameters.count).drop { (0x20...0x2F).contains($0) }
    guard let final = rest.first else {
      // No keyboard sends that many parameters, so this is dropped rather than waiting for its end.
      return pending.count > 64 ? .nothing(pending.count) : .incomplete
    }
    let length = rest.startIndex - pending.startIndex + 1
    guard (0x40...0x7E).contains(final) else { return .nothing(length - 1) }
    return .complete(Self.meaning(of: parameters, final), length: length)
  }

  private static func meaning(of parameters: ArraySlice<UInt8>, _ final: UInt8) -> Meaning {
    if parameters.first == UInt8(ascii: "<") { return mouse(numbers(parameters.dropFirst()), final) }
    let numbers = numbers(parameters)
    if final == Byte.tilde, numbers.first == 200 { return .pasteBegins }
    let modifiers = modifiers(numbers.count > 1 ? numbers[1] : 1)
    guard let code = code(numbers, final) else { return .nothing }
    return .input(.key(Key(code, modifiers)))
  }

  private static func code(_ numbers: [Int], _ final: UInt8) -> Key.Code? {
    switch final {
    case Byte.tilde where numbers.first == 27: numbers.count > 2 ? character(numbers[2]) : nil
    case Byte.tilde: numbered[numbers.first ?? 0]
    case UInt8(ascii: "u"): character(numbers.first ?? 0)
    case UInt8(ascii: "Z"): .backtab
    default: lettered[final]
    }
  }

  /// A key named by its character, as terminals write those that have no sequence of their own.
  private static func character(_ number: Int) -> Key.Code? {
    switch number {
    case 9: return .tab
    case 13: return .enter
    case 27: return .escape
    case 8, 127: return .backspace
    default:
      // Above are the private codes of keys that type nothing.
      guard number >= 32, !(0x7F..<0xA0).contains(number), !(0xE000...0xF8FF).contains(number) else { return nil }
      return UInt32(exactly: number).flatMap(Unicode.Scalar.init).map { .character(Character($0)) }
    }
  }

  /// One more than the sum of 1 for Shift, 2 for Alt, 4 for Ctrl; further bits are for keys no one binds.
  private static func modifiers(_ number: Int) -> Key.Modifiers {
    Key.Modifiers(rawValue: UInt8(truncatingIfNeeded: max(0, number - 1) & 7))
  }

  /// Numbers between semicolons; what follows a colon refines one and is left out.
  private static func numbers(_ parameters: ArraySlice<UInt8>) -> [Int] {
    parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { field in
      let digits = field.prefix { (0x30...0x39).contains($0) }.prefix(8)
      return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
  }

  private static let lettered: [UInt8: Key.Code] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
    UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end, UInt8(ascii: "M"): .enter,
    UInt8(ascii: "P"): .function(1), UInt8(ascii: "Q"): .function(2),
    UInt8(ascii: "R"): .function(3), UInt8(ascii: "S"): .function(4),
  ]

  private static let numbered: [Int: Key.Code] = [
    1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5),
    17: .function(6), 18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10),
    23: .function(11), 24: .function(12), 25: .function(13), 26: .function(14), 28: .function(15), 29: .function(16),
  ]
}
