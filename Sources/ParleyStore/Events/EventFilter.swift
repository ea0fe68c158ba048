public import ParleyEngine

/// Which events to read; what is nil or empty lets all through.
///
/// ```swift
/// let failures = EventFilter(kinds: [.failed], statuses: 500...599, text: "cart")
/// ```
public struct EventFilter: Sendable, Hashable {
  /// The kinds of event by the names that people and files know them by.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case sent, redirected, loadRemote, failed, cancelled, updateSharedData, removeSharedData, custom
  }

  public var kinds: Set<Kind>
  /// Events of requests with this name.
  public var name: String?
  /// Events of one exchange.
  public var exchange: ExchangeID?
  /// Events with an answer whose status lies in here.
  public var statuses: ClosedRange<Int>?
  /// Stands somewhere in the event, whatever the case of ASCII letters.
  public var text: String
  /// Whether the places where events were lost are let through besides, whatever else is asked for.
  public var includesGaps: Bool

  public init(
    kinds: Set<Kind> = [], name: String? = nil, exchange: ExchangeID? = nil, statuses: ClosedRange<Int>? = nil,
    text: String = "", includesGaps: Bool = false
  ) {
    self.kinds = kinds
    self.name = name
    self.exchange = exchange
    self.statuses = statuses
    self.text = text
    self.includesGaps = includesGaps
  }

  public static let all = EventFilter()
}
