import ParleyEngine

extension Builtin {
  /// The functions for values of every type.
  static let core: [(String, Builtin)] = [
    filters("empty", 0) { _, place in EmptyNode(at: place) },
    filters("error", 0) { _, place in ErrorNode(at: place) },
    filters("error", 1) { arguments, place in PipeNode(arguments[0], ErrorNode(at: place), at: place) },
    input("not") { value, _ in Value(!value.isTrue) },
    input("type") { value, _ in Value(value.kind.name) },
    input("length") { value, machine throws(Interrupt) in try length(value, machine) },
    input("utf8bytelength") { value, _ throws(Interrupt) in
      guard let text = value.string else {
        throw .error("\(value.described) only strings have UTF-8 byte length", at: value)
      }
      return Value(text.utf8.count)
    },
    input("tostring") { value, machine throws(Interrupt) in
      if case .string = value.payload { return value }
      return Value(try Format.plain(value, machine))
    },
    input("tojson") { value, machine throws(Interrupt) in Value(try Format.json(value, machine)) },
    input("fromjson") { value, machine throws(Interrupt) in try fromJSON(value, machine) },
    input("tonumber") { value, _ throws(Interrupt) in try toNumber(value) },
    input("toarray") { value, _ in if case .array = value.payload { value } else { Value([value]) } },
    input("have_literal_numbers") { _, _ in .true },
    input("have_decnum") { _, _ in .false },
    input("now") { _, _ in Value(Calendar.now) },
    input("builtins") { _, _ in Value(Compiler.knownFunctions.filter { !$0.hasPrefix("_") }.map { Value($0) }) },
    input("abs") { value, machine throws(Interrupt) in
      guard try Value.compare(value, Value(0), machine) < 0 else { return value }
      guard let number = value.double else { throw .error("\(value.described) cannot be negated", at: value) }
      return Value(-number)
    },
    value("has") { value, key, _ throws(Interrupt) in Value(try value.has(key)) },
    value("contains") { value, part, machine throws(Interrupt) in
      try machine.withRoom(for: max(value.depth, part.depth)) { () throws(Interrupt) in
        Value(try contains(value, part, machine))
      }
    },
    value("inside") { part, value, machine throws(Interrupt) in
      let part = part
      return try machine.withRoom(for: max(value.depth, part.depth)) { () throws(Interrupt) in
        Value(try contains(value, part, machine))
      }
    },
    value("in") { key, value, _ throws(Interrupt) in Value(try value.has(key)) },
    value("format") { value, name, machine throws(Interrupt) in
      guard let text = name.string else { throw .error("\(name.described) is not a valid format", at: name) }
      guard let format = Format(rawValue: text) else { throw .error("\(text) is not a valid format", at: name) }
      return Value(try format.text(of: value, machine))
    },
    values("setpath", 2) { value, arguments, machine throws(Interrupt) in
      guard let path = arguments[0].elements else { throw .error("Path must be specified as an array") }
      var result = value
      try machine.withRoom(for: Int32(clamping: path.count)) { () throws(Interrupt) in
        try result.change(at: path, machine) { place throws(Interrupt) in place = arguments[1] }
      }
      return result
    },
    value("delpaths") { value, paths, machine throws(Interrupt) in
      guard let list = paths.elements else { throw .error("Paths must be specified as an array") }
      var keys: [[Value]] = []
      for path in list {
        guard let elements = path.elements else {
          throw .error("Path must be specified as array, not \(path.kind.name)")
        }
        keys.append(elements)
      }
      return try value.deleting(keys, machine)
    },
    filters("getpath", 1) { arguments, place in GetPathNode(arguments[0], at: place) },
    filters("path", 1) { arguments, place in PathNode(arguments[0], at: place) },
    filters("del", 1) { arguments, place in DeleteNode(arguments[0], at: place) },
  ]

  private static func length(_ value: Value, _ machine: Machine) throws(Interrupt) -> Value {
    switch value.payload {
    case .null: return Value(0)
    case .array(let storage): return Value(storage.count)
    case .object(let storage): return Value(storage.count)
    case .string(let text):
      try machine.read(bytes: text.utf8.count)
      return Value(text.unicodeScalars.count)
    case .number(let number): return Value(abs(number))
    case .literal: return Value(abs(value.double ?? 0))
    case .bool: throw .error("\(value.described) has no length", at: value)
    }
  }

  private static func fromJSON(_ value: Value, _ machine: Machine) throws(Interrupt) -> Value {
    guard let text = value.string else { throw .error("\(value.described) only strings can be parsed", at: value) }
    let trimmed = Strings.trim(text, left: true, right: true)
    if trimmed.isEmpty { return .null }
    if isNotANumber(trimmed) { return Value(.nan) }
    try machine.admit(bytes: text.utf8.count * 4)
    do throws(JSONSyntaxError) {
      let bytes = Array(text.utf8)
      let json = try JSONParser(maximumDepth: machine.limits.nesting).parse(bytes)
      return Value(json: json, depth: nesting(of: bytes))
    } catch {
      throw Interrupt.error("\(error) (while parsing '\(text)')", at: value)
    }
  }

  /// At most so many containers are inside of one another in a text of JSON.
  private static func nesting(of bytes: [UInt8]) -> Int32 {
    var (depth, deepest): (Int32, Int32) = (0, 1)
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        deepest = max(deepest, depth)
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
    }
    return deepest
  }

  /// `nan`, which may have a payload.
  private static func isNotANumber(_ text: String) -> Bool {
    let rest = text.lowercased().drop { $0 == "-" }
    return rest.hasPrefix("nan") && rest.dropFirst(3).allSatisfy(\.isNumber)
  }

  private static func toNumber(_ value: Value) throws(Interrupt) -> Value {
    switch value.payload {
    case .number, .literal: return value
    case .string(let text):
      let trimmed = Strings.trim(text, left: true, right: true)
      if let number = JSONNumber(trimmed) { return Value(Value.payload(of: number)) }
      if isNotANumber(trimmed) { return Value(.nan) }
      throw .error("\(value.described) cannot be parsed as a number", at: value)
    default: throw .error("\(value.described) cannot be parsed as a number", at: value)
    }
  }

  /// An object contains one whose members it contains, an array one whose elements are all contained in some of its own,
  /// a text its parts.
  private static func contains(_ value: Value, _ part: Value, _ machine: Machine) throws(Interrupt) -> Bool {
    try machine.spend(1)
    switch (value.payload, part.payload) {
    case (.object(let whole), .object(let some)):
      for position in 0..<some.count {
        let (key, wanted) = some.member(at: position, origin: nil)
        guard let member = whole.member(key, origin: nil) else { return false }
        guard member.kind.name == wanted.kind.name, try contains(member, wanted, machine) else { return false }
      }
      return true
    case (.array(let whole), .array(let some)):
      for wanted in some.elements(origin: nil) {
        var isFound = false
        for index in 0..<whole.count where !isFound {
          let element = whole.element(index, origin: nil)
          isFound = element.kind.name == wanted.kind.name ? try contains(element, wanted, machine) : false
        }
        guard isFound else { return false }
      }
      return true
    case (.string(let text), .string(let wanted)):
      if wanted.isEmpty { return true }
      return try !Strings.ranges(of: wanted, in: text, overlapping: false, machine).isEmpty
    default:
      guard value.kind.name == part.kind.name else {
        throw Arithmetic.pairError(value, part, "cannot have their containment checked")
      }
      return try Value.areEqual(value, part, machine)
    }
  }
}
