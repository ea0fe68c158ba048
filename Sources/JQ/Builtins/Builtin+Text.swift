import ParleyEngine

extension Builtin {
  static let text: [(String, Builtin)] = [
    value("startswith") { value, prefix, _ throws(Interrupt) in
      guard let text = value.string, let start = prefix.string else {
        throw .error("startswith() requires string inputs", at: value)
      }
      return Value(Strings.hasPrefix(text, start))
    },
    value("endswith") { value, suffix, _ throws(Interrupt) in
      guard let text = value.string, let end = suffix.string else {
        throw .error("endswith() requires string inputs", at: value)
      }
      return Value(Strings.hasSuffix(text, end))
    },
    value("ltrimstr") { value, prefix, machine throws(Interrupt) in
      try trimmed(value, prefix, left: true, right: false, machine)
    },
    value("rtrimstr") { value, suffix, machine throws(Interrupt) in
      try trimmed(value, suffix, left: false, right: true, machine)
    },
    value("trimstr") { value, part, machine throws(Interrupt) in
      try trimmed(value, part, left: true, right: true, machine)
    },
    input("trim") { value, machine throws(Interrupt) in try stripped(value, left: true, right: true, machine) },
    input("ltrim") { value, machine throws(Interrupt) in try stripped(value, left: true, right: false, machine) },
    input("rtrim") { value, machine throws(Interrupt) in try stripped(value, left: false, right: true, machine) },
    value("split") { value, separator, machine throws(Interrupt) in
      guard let text = value.string, let part = separator.string else {
        throw .error("split input and separator must be strings", at: value)
      }
      return try Strings.split(text, by: part, machine)
    },
    value("join") { value, separator, machine throws(Interrupt) in try join(value, separator, machine) },
    input("explode") { value, machine throws(Interrupt) in
      guard let text = value.string else { throw .error("\(value.described) cannot be exploded", at: value) }
      try machine.admit(bytes: text.utf8.count * MemoryLayout<Value>.stride)
      return Strings.explode(text)
    },
    input("implode") { value, machine throws(Interrupt) in try Strings.implode(value, machine) },
    input("ascii_downcase") { value, machine throws(Interrupt) in
      guard let text = value.string else { throw .error("ascii_downcase input must be a string", at: value) }
      try machine.admit(bytes: text.utf8.count)
      return Value(Strings.mapASCII(text, from: UInt8(ascii: "A")...UInt8(ascii: "Z")))
    },
    input("ascii_upcase") { value, machine throws(Interrupt) in
      guard let text = value.string else { throw .error("ascii_upcase input must be a string", at: value) }
      try machine.admit(bytes: text.utf8.count)
      return Value(Strings.mapASCII(text, from: UInt8(ascii: "a")...UInt8(ascii: "z")))
    },
    input("ascii") { value, machine throws(Interrupt) in try Strings.implode(Value([value]), machine) },
    value("_strindices") { value, part, machine throws(Interrupt) in
      guard let text = value.string, let wanted = part.string else {
        throw .error("\(value.described) and \(part.described) cannot be searched", at: value, beside: part)
      }
      return try Strings.indices(of: wanted, in: text, machine)
    },
    value("indices") { value, part, machine throws(Interrupt) in try indices(value, part, machine) },
    value("index") { value, part, machine throws(Interrupt) in
      try indices(value, part, machine).index(Value(0), machine)
    },
    value("rindex") { value, part, machine throws(Interrupt) in
      try indices(value, part, machine).index(Value(-1), machine)
    },
  ]

  private static func indices(_ value: Value, _ part: Value, _ machine: Machine) throws(Interrupt) -> Value {
    switch (value.payload, part.payload) {
    case (.null, _): return .null
    case (.string(let text), .string(let wanted)): return try Strings.indices(of: wanted, in: text, machine)
    case (.array(let storage), .array(let wanted)): return try Value.indices(of: wanted, in: storage, machine)
    case (.array(let storage), _): return try Value.indices(of: ArrayStorage([part]), in: storage, machine)
    default: return try value.index(part, machine)
    }
  }

  /// Returns a text without a part at its ends. A value that is no text, or does not have the part, stays as it is.
  private static func trimmed(
    _ value: Value, _ part: Value, left: Bool, right: Bool, _ machine: Machine
  ) throws(Interrupt) -> Value {
    guard let text = value.string, let part = part.string, !part.isEmpty else { return value }
    try machine.charge(text.utf8.count)
    var result = text
    if left, Strings.hasPrefix(result, part) { result = Strings.dropPrefix(result, part) }
    if right, Strings.hasSuffix(result, part) { result = Strings.dropSuffix(result, part) }
    return result.utf8.count == text.utf8.count ? value : Value(result)
  }

  private static func stripped(
    _ value: Value, left: Bool, right: Bool, _ machine: Machine
  ) throws(Interrupt) -> Value {
    guard let text = value.string else { throw .error("\(value.described) cannot be trimmed", at: value) }
    try machine.charge(text.utf8.count)
    return Value(Strings.trim(text, left: left, right: right))
  }

  /// Numbers and booleans are written, `null` is nothing.
  private static func join(_ value: Value, _ separator: Value, _ machine: Machine) throws(Interrupt) -> Value {
    let parts = try value.parts(machine)
    guard !parts.isEmpty else { return Value("") }
    guard let between = separator.string else {
      throw Arithmetic.pairError(parts[0], separator, "cannot be added")
    }
    var texts: [String] = []
    for part in parts {
      try machine.charge(16)
      switch part.kind {
      case .null: texts.append("")
      case .string: texts.append(part.string ?? "")
      case .number, .true, .false: texts.append(part.scalarText)
      case .array, .object:
        throw Arithmetic.pairError(Value(texts.joined(separator: between) + between), part, "cannot be added")
      }
    }
    try machine.admit(bytes: texts.reduce(0) { $0 + $1.utf8.count + between.utf8.count })
    return Value(texts.joined(separator: between))
  }
}
