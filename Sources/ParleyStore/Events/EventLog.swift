public import ParleyEngine

/// The events a client told, on disk. They come masked, so nothing of them is sealed.
///
/// ```swift
/// let recording = store.events.record(client.events)
/// let latest = try await store.events.latest(100, matching: .init(text: "cart"))
/// ```
public struct EventLog: Sendable {
  let access: StoreAccess

  /// Hands events over; they are on disk 50 ms later at the latest. Returns at once, unless several thousand wait already.
  ///
  /// Events that the disk refuses are reported as `StoreNotice.eventsNotKept`.
  /// - Throws: `.notOpen`
  public func append(_ events: [Event]) async throws(RepositoryError) {
    try await access.opened().writer.append(events)
  }

  /// Writes what waits.
  public func flush() async throws(RepositoryError) {
    try await access.opened().writer.flush()
  }

  /// The newest events that match, oldest first: those before the event `before`, or the very newest.
  public func latest(
    _ limit: Int, before: Int64? = nil, matching filter: EventFilter = .all
  ) async throws(RepositoryError) -> [StoredEvent] {
    try await access.opened().log.read { try EventTable.window(filter, .before(before), limit: limit, in: $0) }
  }

  /// The events that match and came after the event `after`, oldest first.
  public func following(
    _ after: Int64, limit: Int, matching filter: EventFilter = .all
  ) async throws(RepositoryError) -> [StoredEvent] {
    try await access.opened().log.read { try EventTable.window(filter, .after(after), limit: limit, in: $0) }
  }

  /// The ids of the oldest and the newest event; nil where there is none.
  package func ids() async throws(RepositoryError) -> ClosedRange<Int64>? {
    try await access.opened().log.read { try EventTable.ids(in: $0) }
  }

  /// Of the events with these ids the newest that match, oldest first. No others are looked at.
  package func newest(
    _ limit: Int, in range: ClosedRange<Int64>, matching filter: EventFilter = .all
  ) async throws(RepositoryError) -> [StoredEvent] {
    try await access.opened().log.read {
      try EventTable.window(filter, in: range, isNewestFirst: true, limit: limit, in: $0)
    }
  }

  /// Of the events with these ids the oldest that match, oldest first. No others are looked at.
  package func oldest(
    _ limit: Int, in range: ClosedRange<Int64>, matching filter: EventFilter = .all
  ) async throws(RepositoryError) -> [StoredEvent] {
    try await access.opened().log.read {
      try EventTable.window(filter, in: range, isNewestFirst: false, limit: limit, in: $0)
    }
  }

  /// The events that match, from the `offset`-th oldest on, oldest first.
  public func page(
    from offset: Int, limit: Int, matching filter: EventFilter = .all
  ) async throws(RepositoryError) -> [StoredEvent] {
    try await access.opened().log.read { try EventTable.page(filter, from: offset, limit: limit, in: $0) }
  }

  /// The events with these ids, in the order of the log; what is gone is left out.
  public func events(_ ids: [StoredEvent.ID]) async throws(RepositoryError) -> [StoredEvent] {
    try await access.opened().log.read { try EventTable.events(ids, in: $0) }
  }

  /// Marks an event for the person to find again, or takes the mark away.
  public func setMarked(_ isMarked: Bool, _ id: StoredEvent.ID) async throws(RepositoryError) {
    try await access.opened().log.write { try EventTable.setMarked(isMarked, id, in: $0) }
  }

  /// Calls when another program has written events, which can be read then; once for several. On a thread of the store's, as long
  /// as the store is open.
  package func onForeignEvents(_ call: @escaping @Sendable () -> Void) {
    access.onForeignEvents(call)
  }

  /// How many events have these ids.
  package func count(in range: ClosedRange<Int64>) async throws(RepositoryError) -> Int {
    try await access.opened().log.read { try EventTable.count(.all, within: range, in: $0) }
  }

  /// How many events match.
  public func count(matching filter: EventFilter = .all) async throws(RepositoryError) -> Int {
    try await access.opened().log.read { try EventTable.count(filter, in: $0) }
  }
}
