/// How the steps of a list run, as its key says.
package enum ListOrder: String, Hashable, Sendable, CaseIterable {
  case serial, concurrent

  package var other: ListOrder { self == .serial ? .concurrent : .serial }
}
