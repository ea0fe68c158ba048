package import ParleyEngine

/// The requests in flight, in the order they were sent.
package struct ActiveTransfers: RandomAccessCollection, Sendable {
  private(set) var all: [ActiveTransfer] = []

  package var startIndex: Int { all.startIndex }
  package var endIndex: Int { all.endIndex }
  package subscript(place: Int) -> ActiveTransfer { all[place] }

  package subscript(id: ExchangeID) -> ActiveTransfer? { all.first { $0.id == id } }

  package mutating func begin(_ transfer: ActiveTransfer) { all.append(transfer) }

  package mutating func end(_ id: ExchangeID) { all.removeAll { $0.id == id } }

  /// - Parameter isAnswered: whether the head of its response is here.
  package mutating func progress(_ id: ExchangeID, to progress: TransferProgress, isPaused: Bool, isAnswered: Bool) {
    change(id) { ($0.progress, $0.isPaused, $0.isAnswered) = (progress, isPaused, isAnswered) }
  }

  /// The person works on while it is in flight.
  package mutating func letGo(_ id: ExchangeID) { change(id) { $0.hold = nil } }

  private mutating func change(_ id: ExchangeID, _ change: (inout ActiveTransfer) -> Void) {
    if let place = all.firstIndex(where: { $0.id == id }) { change(&all[place]) }
  }
}
