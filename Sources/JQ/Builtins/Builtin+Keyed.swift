import ParleyEngine

extension Builtin {
  /// The functions that order elements, by themselves or by a filter.
  static let keyed: [(String, Builtin)] =
    Keyed.allCases.map { kind in
      filters(kind.rawValue + "_by", 1) { arguments, place in KeyedNode(kind, arguments[0], at: place) }
    }
    + Keyed.allCases.filter { $0 != .group }.map { kind in
      filters(kind.rawValue, 0) { _, place in KeyedNode(kind, nil, at: place) }
    }
}

enum Keyed: String, CaseIterable {
  case sort, group, unique, min, max
}

final class KeyedNode: Node {
  private let kind: Keyed
  private let key: Node?

  init(_ kind: Keyed, _ key: Node?, at place: Int) {
    (self.kind, self.key) = (kind, key)
    super.init(at: place, isSingle: true)
  }

  override func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    guard case .array(let storage) = input.payload else { throw error(input) }
    try machine.charge(storage.count * MemoryLayout<Value>.stride)
    let elements = storage.elements(origin: input.origin)
    let keys = try keys(elements, frame, machine)
    try machine.charge(elements.count * MemoryLayout<Value>.stride)
    let result = try result(elements, keys, machine)
    return machine.isTracing ? machine.traced(result, name, [input]) : result
  }

  private var name: String { key == nil ? kind.rawValue : kind.rawValue + "_by" }

  private func error(_ input: Value) -> Interrupt {
    if key != nil, input.kind != .object {
      return Interrupt.error("Cannot index \(input.kind.name) with number", at: input).at(place)
    }
    let sentence =
      kind == .min || kind == .max
      ? "\(input.described) cannot be iterated over" : "\(input.described) cannot be sorted, as it is not an array"
    return Interrupt.error(sentence, at: input).at(place)
  }

  private func keys(_ elements: [Value], _ frame: Frame, _ machine: Machine) throws(Interrupt) -> [Value] {
    guard let key else { return elements }
    var keys: [Value] = []
    keys.reserveCapacity(elements.count)
    for element in elements {
      try machine.tick()
      if key.isSingle {
        var copy = element
        // One key needs no array around it: all have one.
        keys.append(try key.one(&copy, frame, machine).map { Value([$0]) } ?? Value([Value]()))
      } else {
        keys.append(Value(try key.all(element, frame, machine)))
      }
    }
    return keys
  }

  private func result(_ elements: [Value], _ keys: [Value], _ machine: Machine) throws(Interrupt) -> Value {
    switch kind {
    case .sort: return Value(try Sorting.order(of: keys, machine).map { elements[$0] })
    case .group: return Value(try groups(elements, keys, machine).map { Value($0) })
    case .unique:
      let groups = try groups(elements, keys, machine)
      if machine.isTracing { for group in groups { drop(group.dropFirst(), machine) } }
      return Value(groups.map { $0[0] })
    case .min: return try extreme(elements, keys, machine) { $0 < 0 }
    case .max: return try extreme(elements, keys, machine) { $0 >= 0 }
    }
  }

  private func groups(_ elements: [Value], _ keys: [Value], _ machine: Machine) throws(Interrupt) -> [[Value]] {
    var groups: [[Value]] = []
    var last: Value?
    for index in try Sorting.order(of: keys, machine) {
      if let last, try Arithmetic.areEqual(last, keys[index], machine) {
        groups[groups.count - 1].append(elements[index])
      } else {
        groups.append([elements[index]])
        last = keys[index]
      }
    }
    return groups
  }

  /// Of equal ones the first is the smallest, the last the largest.
  private func extreme(
    _ elements: [Value], _ keys: [Value], _ machine: Machine, _ isBetter: (Int) -> Bool
  ) throws(Interrupt) -> Value {
    guard var best = keys.indices.first else { return .null }
    for index in keys.indices.dropFirst() {
      try machine.spend(1)
      if isBetter(try Arithmetic.compare(keys[index], keys[best], machine)) { best = index }
    }
    if machine.isTracing { drop(elements[..<best] + elements[(best + 1)...], machine) }
    return elements[best]
  }

  private func drop(_ elements: some Sequence<Value>, _ machine: Machine) {
    for element in elements { machine.note(dropped: element, at: place) }
  }
}
