public import ParleyEngine

/// Which events to read; what is nil or empty lets all through.
///
/// ```swift
/// let failures = EventFilter(kinds: [.failed], statuses: 500...599, text: "cart")
/// ```
public struct EventFilter: Sendable, Hashable {
  /// The kinds of event by the names that people and files know them by.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Named after the cases of `Event.Kind`.
    case sent, redirected, retrying, duplicate, requestProgress, responseProgress, loadRemote, loadSkip, failed,
      cancelled, updateSharedData, removeSharedData, updateCache, removeCache, groupDone,
      custom
  }

  /// Only events of these kinds; empty lets all through.
  public var kinds: Set<Kind>
  /// Events of requests with this name: also of cache entries that were kept for it, of shared keys that it wrote, and custom ones
  /// whose parameter `request` names it.
  public var name: String?
  /// Events of one exchange.
  package var exchange: ExchangeID?
  /// Events with a response whose status lies in here.
  public var statuses: ClosedRange<Int>?
  /// Stands somewhere in the event, whatever the case of ASCII letters.
  public var text: String
  /// Whether the places where events were lost are let through besides, whatever else is asked for.
  package var includesGaps: Bool
  /// Events that were told between these moments; nil lets all through.
  package var times: ClosedRange<Timestamp>?
  /// How many of the newest events are looked at; nil looks at all. It bounds the time that rare ones take to be found.
  package var depth: Int?

  /// A filter. An omitted condition lets everything through.
  public init(
    kinds: Set<Kind> = [], name: String? = nil, exchange: ExchangeID? = nil,
    statuses: ClosedRange<Int>? = nil, text: String = "", includesGaps: Bool = false, depth: Int? = nil
  ) {
    self.kinds = kinds
    self.name = name
    self.depth = depth
    self.exchange = exchange
    self.statuses = statuses
    self.text = text
    self.includesGaps = includesGaps
  }

  /// Lets everything through.
  public static let all = EventFilter()
}
