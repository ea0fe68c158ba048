import ParleyEngine

extension Builtin {
  /// Arrays and objects.
  static let collections: [(String, Builtin)] = [
    input("keys") { value, machine throws(Interrupt) in try keys(value, sorted: true, machine) },
    input("keys_unsorted") { value, machine throws(Interrupt) in try keys(value, sorted: false, machine) },
    input("add") { value, machine throws(Interrupt) in
      if case .null = value.payload { return .null }
      return try sum(value.parts(machine), machine)
    },
    input("reverse") { value, machine throws(Interrupt) in
      switch value.payload {
      case .string(let text):
        try machine.admit(bytes: text.utf8.count)
        return Value(String(String.UnicodeScalarView(text.unicodeScalars.reversed())))
      case .null: return Value([Value]())
      case .array: return Value(try value.parts(machine).reversed())
      default:
        guard try length(value) == 0 else { throw value.indexError(Value(0)) }
        return Value([Value]())
      }
    },
    input("flatten") { value, machine throws(Interrupt) in try flattened(value, .infinity, machine) },
    value("flatten") { value, depth, machine throws(Interrupt) in
      guard let levels = depth.double else { throw .error("flatten depth must not be negative") }
      if levels < 0 { throw .error("flatten depth must not be negative") }
      return try flattened(value, levels, machine)
    },
    input("to_entries") { value, machine throws(Interrupt) in try entries(value, machine) },
    input("from_entries") { value, machine throws(Interrupt) in try object(of: value, machine) },
    input("transpose") { value, machine throws(Interrupt) in try transposed(value, machine) },
    value("bsearch") { value, target, machine throws(Interrupt) in try position(of: target, in: value, machine) },
    filters("first", 0) { _, place in element(0, place) },
    filters("last", 0) { _, place in element(-1, place) },
    filters("nth", 1) { arguments, place in IndexNode(IdentityNode(at: place), arguments[0], at: place) },
    filters("map", 1) { arguments, place in
      CollectNode(PipeNode(IterateNode(IdentityNode(at: place), at: place), arguments[0], at: place), at: place)
    },
    filters("map_values", 1) { arguments, place in
      UpdateNode(IterateNode(IdentityNode(at: place), at: place), arguments[0], at: place)
    },
    input("tostream") { value, machine throws(Interrupt) in
      var events: [Value] = []
      try machine.withRoom(for: value.depth) { () throws(Interrupt) in
        try stream(value, [], isLast: true, into: &events, machine)
      }
      return Value(events)
    },
  ].map { $0.0 == "tostream/0" ? ("_events/0", $0.1) : $0 }

  private static func element(_ index: Int, _ place: Int) -> Node {
    IndexNode(IdentityNode(at: place), ConstantNode(Value(index), at: place), at: place)
  }

  private static func length(_ value: Value) throws(Interrupt) -> Int {
    switch value.payload {
    case .object(let storage): return storage.count
    case .number, .literal: return value.double == 0 ? 0 : 1
    default: throw .error("\(value.described) has no length", at: value)
    }
  }

  private static func keys(_ value: Value, sorted: Bool, _ machine: Machine) throws(Interrupt) -> Value {
    switch value.payload {
    case .array(let storage):
      try machine.charge(storage.count * MemoryLayout<Value>.stride)
      return Value((0..<storage.count).map { Value($0) })
    case .object(let storage):
      try machine.charge(storage.count * 2 * MemoryLayout<Value>.stride)
      let keys = storage.keys
      let order = sorted ? storage.sortedPositions : Array(keys.indices)
      return Value(order.map { Value(keys[$0]) })
    default: throw .error("\(value.described) has no keys", at: value)
    }
  }

  /// As `reduce .[] as $x (null; . + $x)`, with texts put together at once.
  static func sum(_ parts: [Value], _ machine: Machine) throws(Interrupt) -> Value {
    if parts.count > 2, parts.allSatisfy({ $0.string != nil }) {
      try machine.admit(bytes: parts.reduce(0) { $0 + ($1.string?.utf8.count ?? 0) })
      return Value(parts.reduce(into: "") { $0 += $1.string ?? "" })
    }
    if parts.count == 1 { return parts[0] }
    var total = Value.null
    for part in parts {
      try machine.spend(1)
      var taken = Value.null
      swap(&taken, &total)
      total = try Arithmetic.add(&taken, part.untracedNumber, machine)
    }
    return total
  }

  private static func flattened(_ value: Value, _ levels: Double, _ machine: Machine) throws(Interrupt) -> Value {
    var result: [Value] = []
    try machine.withRoom(for: value.depth) { () throws(Interrupt) in
      try flatten(value, levels, into: &result, machine)
    }
    return Value(result)
  }

  private static func flatten(_ value: Value, _ levels: Double, into result: inout [Value], _ machine: Machine)
    throws(Interrupt)
  {
    for part in try value.parts(machine) {
      try machine.spend(1)
      try machine.charge(MemoryLayout<Value>.stride)
      if levels > 0, case .array = part.payload {
        try flatten(part, levels - 1, into: &result, machine)
      } else {
        result.append(part)
      }
    }
  }

  private static let entryShape = Shape(["key", "value"])

  private static func entries(_ value: Value, _ machine: Machine) throws(Interrupt) -> Value {
    guard case .object(let storage) = value.payload else { throw .error("\(value.described) has no keys", at: value) }
    var entries: [Value] = []
    for position in 0..<storage.count {
      let (key, member) = storage.member(at: position, origin: value.origin)
      try machine.charge(160)
      entries.append(Value(ObjectStorage(shape: entryShape, values: [Value(key), member])))
    }
    return Value(entries)
  }

  /// Keys may be called `key`, `k`, `name`, `Name`, `Key` or `K`, values `value`, `v`, `Value` or `V`.
  private static func object(of value: Value, _ machine: Machine) throws(Interrupt) -> Value {
    let result = ObjectStorage()
    for entry in try value.parts(machine) {
      try machine.charge(64)
      result.set(try name(of: entry, machine), try content(of: entry, machine))
    }
    return Value(result)
  }

  private static func name(of entry: Value, _ machine: Machine) throws(Interrupt) -> String {
    var found = Value.null
    for key in ["key", "k", "name", "Name", "Key", "K"] {
      let candidate = try entry.index(Value(key), machine)
      if candidate.kind != .null, found.kind == .null || found.kind == .false { found = candidate }
      if found.isTrue { break }
    }
    machine.note(key: found)
    switch found.kind {
    case .string: return found.string ?? ""
    case .number, .true, .false: return found.scalarText
    case .null: return "null"
    default: throw Interrupt.error("Cannot use \(found.described) as object key", at: found)
    }
  }

  private static func content(of entry: Value, _ machine: Machine) throws(Interrupt) -> Value {
    for key in ["value", "v", "Value", "V"] where try entry.has(Value(key)) {
      return try entry.index(Value(key), machine)
    }
    return .null
  }

  private static func transposed(_ value: Value, _ machine: Machine) throws(Interrupt) -> Value {
    let rows = try value.parts(machine)
    var width = 0
    for row in rows {
      if case .array(let storage) = row.payload { width = max(width, storage.count) }
    }
    try machine.admit(bytes: width * (rows.count + 2) * MemoryLayout<Value>.stride)
    var columns: [Value] = []
    for column in 0..<width {
      try machine.spend(rows.count)
      var cells: [Value] = []
      for row in rows { cells.append(try row.index(Value(column), machine)) }
      columns.append(Value(cells))
    }
    return Value(columns)
  }

  /// The index of `target` in a sorted array, or where it belongs: `-1 - index`.
  private static func position(of target: Value, in value: Value, _ machine: Machine) throws(Interrupt) -> Value {
    guard case .array(let storage) = value.payload else {
      throw .error("\(value.described) cannot be searched from", at: value)
    }
    var (low, high) = (0, storage.count)
    while low < high {
      let middle = (low + high) / 2
      let order = try Arithmetic.compare(storage.element(middle, origin: nil), target, machine)
      if order == 0 { return Value(middle) }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return Value(-1 - low)
  }

  /// `[path, leaf]`, and `[path]` at the end of each container.
  private static func stream(
    _ value: Value, _ path: [Value], isLast: Bool, into events: inout [Value], _ machine: Machine
  ) throws(Interrupt) {
    let isContainer = value.kind >= .array
    let parts = isContainer ? try value.parts(machine) : []
    try machine.charge((path.count + 4) * MemoryLayout<Value>.stride)
    if parts.isEmpty {
      events.append(Value([Value(path), value]))
      return
    }
    var lastKey = Value.null
    try value.forEachPart { key, part throws(Interrupt) in
      lastKey = key()
      try stream(part, path + [lastKey], isLast: false, into: &events, machine)
    }
    events.append(Value([Value(path + [lastKey])]))
  }
}

extension Value {
  /// A number without its origin, so that a sum is no part of what it was made of.
  fileprivate var untracedNumber: Value { kind == .number ? untraced : self }
}
