/// A large value behind one reference, so that handing it on copies a pointer. It is copied when it is changed while somebody
/// else has it too.
struct CopyOnWrite<Value: Sendable>: @unchecked Sendable {  // a box is changed only while nobody else has it
  private final class Box {
    // Whoever changes it holds the only reference to the box, and that exclusively.
    @exclusivity(unchecked) var value: Value

    init(_ value: Value) {
      self.value = value
    }
  }

  private var box: Box

  init(_ value: Value) {
    box = Box(value)
  }

  var value: Value { box.value }

  mutating func change(_ change: (inout Value) -> Void) {
    if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
    change(&box.value)
  }
}
