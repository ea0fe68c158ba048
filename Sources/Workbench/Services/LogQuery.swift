public import ParleyEngine

/// Which lines of the log are wanted. Lines are counted from the oldest that matches, from 0.
public struct LogQuery: Hashable, Sendable {
  public enum Place: Hashable, Sendable {
    /// So many lines, the last of which is the newest one.
    case newest
    /// From this line on.
    case from(Int)
  }

  public var filter: EventFilter
  public var place: Place
  public var count: Int

  public init(_ filter: EventFilter = EventFilter(), _ place: Place = .newest, count: Int) {
    self.filter = filter
    self.place = place
    self.count = count
  }
}

/// Some lines of the log.
public struct LogWindow: Hashable, Sendable {
  /// How many lines match in all.
  public var total: Int
  /// The place of the first of `entries` among them.
  public var offset: Int
  public var entries: [LogEntry]

  public init(total: Int = 0, offset: Int = 0, entries: [LogEntry] = []) {
    self.total = total
    self.offset = offset
    self.entries = entries
  }
}

/// One line of the log.
public struct LogEntry: Hashable, Sendable, Identifiable {
  /// Rises with time, over all runs of the program.
  public var id: Int64
  public var time: Timestamp
  public var content: Content
  public var isMarked: Bool

  public enum Content: Hashable, Sendable {
    case event(Event)
    /// So many events were lost here.
    case missed(Int)
  }

  public init(id: Int64, time: Timestamp, _ content: Content, isMarked: Bool = false) {
    self.id = id
    self.time = time
    self.content = content
    self.isMarked = isMarked
  }
}

/// What lines of the log are about.
public enum LogSubject: Hashable, Sendable {
  case everything
  /// This request alone.
  case request(RequestID)
  /// Shared keys of these names.
  case shared(Set<String>)
}
