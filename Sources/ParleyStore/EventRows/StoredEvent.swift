public import ParleyEngine

/// An event as it comes back from the log.
public struct StoredEvent: Sendable, Hashable, Identifiable {
  /// Counts up in the order in which events were kept, over all runs of the program. (`event.sequence` counts within one client.)
  public let id: Int64
  /// As it was told, masked.
  public let event: Event
  /// Whether somebody marked it.
  public let isMarked: Bool
}
