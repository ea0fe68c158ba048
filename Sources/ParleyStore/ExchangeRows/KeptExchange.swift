public import ParleyEngine
public import ParleyModel

/// An exchange as it comes back from the history.
public struct KeptExchange: Sendable {
  /// The exchange as lists show it.
  public let entry: HistoryEntry
  /// As it was kept. The body of the request is in here only up to `BodyLimits.row`; a larger one is read from `requestBody`.
  public package(set) var exchange: Exchange
  /// The body of the request, whatever its size; nil where it had none.
  package let requestBody: (any ByteSource)?
}
