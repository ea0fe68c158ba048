/// The cache's account of a response that it served, confirmed or refused.
public struct CachedResponse: Sendable, Hashable {
  /// How it was found that the entry holds.
  public enum Source: String, Sendable, Hashable, CaseIterable {
    /// Nothing was sent.
    case kept
    /// The server said 304.
    case notModified
    /// The server sent the same again, with the same ETag.
    case sameTag
    /// Nothing was sent, and there was nothing: the request says `only-if-cached`, and this is the 504 that it gets.
    case refused
  }

  /// How it was found that the entry holds.
  public let source: Source
  /// The decision behind it, with its reason.
  public let decision: CacheDecision
  /// The exchange that brought it first; nil when somebody put it there by hand.
  package let exchange: ExchangeID?
  /// How long it holds from here on; nil where nobody said.
  public let freshFor: Duration?

  /// Whether the body is what somebody put there, and no server's.
  public var isByHand: Bool { exchange == nil && source == .kept }

  /// A stable name: that of the decision, or of what the server said.
  public var code: String {
    switch source {
    case .kept: decision.code
    case .refused: "refused.\(decision.code)"
    case .notModified, .sameTag: "revalidated.\(source.rawValue)"
    }
  }

  /// One sentence with the numbers it was decided by.
  public var summary: String {
    switch source {
    case .kept where isByHand: "Edited by hand. \(decision.summary)"
    case .kept, .refused: decision.summary
    case .notModified: "Revalidated: not modified.\(remaining)"
    case .sameTag: "Revalidated: same ETag.\(remaining)"
    }
  }

  private var remaining: String {
    freshFor.map { " Fresh for \($0.inRoundWords)." } ?? ""
  }
}
