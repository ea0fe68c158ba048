/// A property that is nil in most values: then it takes a word, and otherwise a reference.
///
/// A step may have twenty keys in its file, and has three. With room for all of them a step is as large as the file,
/// and every walk over the steps copies that.
///
///     struct NodeDefinition {
///       @Sparse var retry: Located<RetryDefinition>?
///     }
@propertyWrapper
@usableFromInline
package struct Sparse<Value: Sendable>: Sendable {
  @usableFromInline var present: CopyOnWrite<Value>?

  @inlinable
  package init() {}

  @inlinable
  package init(wrappedValue: Value?) {
    present = wrappedValue.map(CopyOnWrite.init)
  }

  @inlinable package var wrappedValue: Value? {
    get { present?.wrappedValue }
    set { present = newValue.map(CopyOnWrite.init) }
  }
}

extension Sparse: Equatable where Value: Equatable {}
