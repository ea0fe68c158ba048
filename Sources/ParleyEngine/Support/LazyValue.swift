/// A value that is made when somebody first asks for it, and kept. Two who ask at the same time both make it.
package final class LazyValue<Value: Sendable>: Sendable {
  private enum State {
    case unmade(@Sendable () -> Value)
    case made(Value)
  }

  private let state: Lock<State>

  package init(_ make: @escaping @Sendable () -> Value) {
    state = Lock(.unmade(make))
  }

  /// One that is there already.
  package init(made value: Value) {
    state = Lock(.made(value))
  }

  package func read() -> Value {
    switch state.withLock({ $0 }) {
    case .made(let value): return value
    case .unmade(let make):
      let value = make()
      state.withLock { $0 = .made(value) }
      return value
    }
  }
}
