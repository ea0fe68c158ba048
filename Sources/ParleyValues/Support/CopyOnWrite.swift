/// A large value behind one reference, so that handing it on copies a pointer. It is copied when it is changed while somebody
/// else has it too.
///
/// Every type that holds a large value directly copies, compares and destroys all of its parts in code of its own: with some
/// fifty of them that was half of the program. Behind a reference it is one pointer, whatever it holds.
///
///     struct Effective {
///       @CopyOnWrite var definition: RequestDefinition
///     }
@propertyWrapper
@usableFromInline
package struct CopyOnWrite<Value: Sendable>: @unchecked Sendable {  // a box is changed only while nobody else has it
  @usableFromInline
  final class Box {
    // Whoever changes it holds the only reference to the box, and that exclusively.
    @exclusivity(unchecked) @usableFromInline var value: Value

    @inlinable
    init(_ value: Value) {
      self.value = value
    }
  }

  @usableFromInline var box: Box

  @inlinable
  package init(wrappedValue: Value) {
    box = Box(wrappedValue)
  }

  @inlinable package var wrappedValue: Value {
    get { box.value }
    _modify {
      if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
      yield &box.value
    }
  }
}

extension CopyOnWrite {
  /// Whether both are one reference: then they are equal, and nobody has to compare them.
  @inlinable
  package func isSame(as other: CopyOnWrite) -> Bool { box === other.box }
}

extension CopyOnWrite: Equatable where Value: Equatable {
  @inlinable
  package static func == (first: CopyOnWrite, second: CopyOnWrite) -> Bool {
    first.box === second.box || first.box.value == second.box.value
  }
}

extension CopyOnWrite: Hashable where Value: Hashable {
  @inlinable
  package func hash(into hasher: inout Hasher) {
    hasher.combine(box.value)
  }
}
