/// What a person wants to see of the log.
public struct EventFilter: Hashable, Sendable {
  public init() {}
}
