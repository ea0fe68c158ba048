import ParleyEngine

// Changing by path. A value is taken out of its container, changed, and put back: it is copied only where somebody
// else holds it, too.

extension Value {
  /// Changes what stands at `path[position...]`; what is missing is made.
  mutating func change(
    at path: [Value], from position: Int = 0, _ machine: Machine, _ body: (inout Value) throws(Interrupt) -> Void
  ) throws(Interrupt) {
    guard position < path.count else { return try body(&self) }
    let key = path[position]
    // Kinds alone are looked at: a look at the payload would hold it.
    switch (kind, key.kind) {
    case (.object, .string), (.null, .string):
      machine.note(key: key)
      try changeMember(key.string ?? "", at: path, position, machine, body)
    case (.array, .number), (.null, .number):
      try changeElement(key.double ?? .nan, at: path, position, machine, body)
    case (.array, .object), (.null, .object): try changeSlice(key, at: path, position, machine, body)
    case (.string, .object): throw .error("Cannot update string slices", at: self)
    case (.array, .array):
      throw .error("Cannot update field at array index of array", at: self)
    default: throw indexError(key)
    }
    try machine.checkNesting(self)
  }

  private mutating func changeMember(
    _ name: String, at path: [Value], _ position: Int, _ machine: Machine,
    _ body: (inout Value) throws(Interrupt) -> Void
  ) throws(Interrupt) {
    let origin = origin
    var storage = takeObject() ?? ObjectStorage()
    if storage.isForeign || !isKnownUniquelyReferenced(&storage) {
      try machine.charge(storage.count * MemoryLayout<Value>.stride)
    }
    storage = ObjectStorage.unique(&storage, origin: origin)
    var child = storage.take(name)
    try child.change(at: path, from: position + 1, machine, body)
    try machine.charge(64)
    storage.set(name, child)
    self = Value(.object(storage))
  }

  private mutating func changeElement(
    _ number: Double, at path: [Value], _ position: Int, _ machine: Machine,
    _ body: (inout Value) throws(Interrupt) -> Void
  ) throws(Interrupt) {
    guard !number.isNaN else { throw .error("Cannot set array element at NaN index", at: self) }
    let origin = origin
    var storage = takeArray() ?? ArrayStorage([])
    if storage.isForeign || !isKnownUniquelyReferenced(&storage) {
      try machine.charge(storage.count * MemoryLayout<Value>.stride)
    }
    storage = ArrayStorage.unique(&storage, origin: origin)
    var index = Int(max(-1e15, min(1e15, number)))
    if index < 0 { index += storage.count }
    guard index >= 0 else { throw .error("Out of bounds negative array index") }
    if index >= storage.count {
      guard index < 1 << 29 else { throw .error("Array index too large") }
      try machine.admit(bytes: (index - storage.count + 1) * MemoryLayout<Value>.stride)
    }
    var child = storage.take(index)
    try child.change(at: path, from: position + 1, machine, body)
    storage.set(index, child)
    self = Value(.array(storage))
  }

  private mutating func changeSlice(
    _ key: Value, at path: [Value], _ position: Int, _ machine: Machine,
    _ body: (inout Value) throws(Interrupt) -> Void
  ) throws(Interrupt) {
    let elements = kind == .null ? [] : try parts(machine)
    let range = try Value.slice(key, count: elements.count)
    var slice = kind == .null ? Value.null : Value(Array(elements[range]))
    try slice.change(at: path, from: position + 1, machine, body)
    guard let replacement = slice.elements else {
      throw .error("A slice of an array can only be assigned another array", at: slice)
    }
    try machine.charge((elements.count + replacement.count) * MemoryLayout<Value>.stride)
    var result = elements
    result.replaceSubrange(range, with: replacement)
    self = Value(result)
  }

  /// `getpath(path)`
  func value(at path: [Value], _ machine: Machine) throws(Interrupt) -> Value {
    var value = self
    for key in path {
      if case .null = value.payload { return value }
      value = try value.index(key, machine)
    }
    return value
  }
}

extension Value {
  /// `delpaths(paths)`
  func deleting(_ paths: [[Value]], _ machine: Machine) throws(Interrupt) -> Value {
    if paths.contains(where: \.isEmpty) { return .null }
    if paths.isEmpty { return self }
    return try machine.withRoom(for: Int32(clamping: paths.lazy.map(\.count).max() ?? 0)) { () throws(Interrupt) in
      let order = try Sorting.order(of: paths.map { Value($0) }, machine)
      return try deleting(order.map { paths[$0] }[...], from: 0, machine)
    }
  }

  /// Deletes deeper places first, of which there are runs with the same key.
  private func deleting(_ paths: ArraySlice<[Value]>, from position: Int, _ machine: Machine) throws(Interrupt) -> Value
  {
    var result = self
    var keys: [Value] = []
    var rest = paths
    while let first = rest.first {
      var run = rest.prefix(1)
      while run.endIndex < rest.endIndex,
        try Value.areEqual(rest[run.endIndex][position], first[position], machine)
      {
        run = rest[run.startIndex...run.endIndex]
      }
      rest = rest[run.endIndex...]
      if run.contains(where: { $0.count == position + 1 }) {
        keys.append(first[position])
      } else {
        result = try result.deletingInside(first[position], run, from: position, machine)
      }
    }
    return keys.isEmpty ? result : try result.deleting(keys, machine)
  }

  private func deletingInside(
    _ key: Value, _ run: ArraySlice<[Value]>, from position: Int, _ machine: Machine
  ) throws(Interrupt) -> Value {
    let child = try index(key, machine)
    if case .null = child.payload { return self }
    let changed = try child.deleting(run, from: position + 1, machine)
    var result = self
    try result.change(at: [key], machine) { value throws(Interrupt) in value = changed }
    return result
  }

  /// Deletes elements or members.
  private func deleting(_ keys: [Value], _ machine: Machine) throws(Interrupt) -> Value {
    switch payload {
    case .null: return self
    case .array(let storage):
      try machine.charge(storage.count * MemoryLayout<Value>.stride)
      return try deleting(keys, of: storage)
    case .object(let storage):
      var names: Set<ExactString> = []
      for key in keys {
        guard let name = key.string else { throw .error("Cannot delete field at object index of \(key.kind.name)") }
        names.insert(ExactString(name))
      }
      try machine.charge(storage.count * MemoryLayout<Value>.stride)
      return Value(storage.removing(names, origin: origin))
    default: throw .error("Cannot delete field at \(keys[0].kind.name) index of \(kind.name)", at: self)
    }
  }

  private func deleting(_ keys: [Value], of storage: ArrayStorage) throws(Interrupt) -> Value {
    var isDeleted = Array(repeating: false, count: storage.count)
    for key in keys {
      switch key.payload {
      case .number, .literal:
        var index = Int(max(-1e15, min(1e15, key.double ?? 1e15)))
        if index < 0 { index += storage.count }
        if isDeleted.indices.contains(index) { isDeleted[index] = true }
      case .object: for index in try Value.slice(key, count: storage.count) { isDeleted[index] = true }
      default: throw .error("Cannot delete field at array index of \(key.kind.name)", at: self)
      }
    }
    return Value((0..<storage.count).filter { !isDeleted[$0] }.map { storage.element($0, origin: origin) })
  }
}
