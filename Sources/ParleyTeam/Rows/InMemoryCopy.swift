package import ParleyEngine

/// A copy that ends with the process.
package final class InMemoryCopy: SealedRowCopy {
  private struct State {
    var table = SealedRowTable()
    var position: SealedCopyPosition?
    var keys: [String: [UInt8]] = [:]
  }

  private let state = Lock(State())

  /// Empty.
  package init() {}

  package func position() -> SealedCopyPosition? { state.withLock { $0.position } }
  package func lastSequence() -> Int64 { state.withLock { $0.position?.sequence ?? 0 } }
  package func lastRow(of key: SharedKey) -> SealedRow? { state.withLock { $0.table.lastRow(of: key) } }
  package func rows(after sequence: Int64, limit: Int) -> [SealedRow] {
    state.withLock { $0.table.rows(after: sequence, limit: limit) }
  }
  package func history(of key: SharedKey, before: Int64?, limit: Int) -> [SealedRow] {
    state.withLock { $0.table.history(of: key, before: before, limit: limit) }
  }
  package func list(_ query: SharedQuery) -> SealedPage { state.withLock { $0.table.page(query) } }

  /// As the database had it when the copy was made.
  package func wrappedKey(named name: String) -> [UInt8]? { state.withLock { $0.keys[name] } }

  package func replace(
    _ before: SealedCopyPosition?, with rows: [SealedRow], keys: [String: [UInt8]], upTo position: SealedCopyPosition
  ) -> Bool {
    state.withLock { state in
      guard state.position == before else { return false }
      state = State(position: position, keys: keys)
      for row in rows { state.table.keep(row) }
      return true
    }
  }

  package func keep(_ rows: [SealedRow], upTo position: SealedCopyPosition) {
    state.withLock { state in
      for row in rows { state.table.keep(row) }
      state.position = position
    }
  }
}
