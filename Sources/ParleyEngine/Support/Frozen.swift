/// A large value behind one reference, so that whoever holds it copies a pointer. Changing it makes another box.
final class Frozen<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }

  func with(_ change: (inout Value) -> Void) -> Frozen {
    var value = value
    change(&value)
    return Frozen(value)
  }
}
