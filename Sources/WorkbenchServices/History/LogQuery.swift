package import ParleyEngine
package import ParleyModel
package import ParleyText

/// Which lines of the log are wanted. Lines are counted from the oldest that matches, from 0.
package struct LogQuery: Hashable, Sendable {
  package enum Place: Hashable, Sendable {
    /// So many lines, the last of which is the newest one.
    case newest
    /// From this line on.
    case from(Int)
  }

  package var filter: LogFilter
  package var place: Place
  package var count: Int
  /// How many lines had been found going back when the line's number was told: it has grown by those found since.
  package var front: Int
  /// The moment up to which lines are wanted; nil for all of them.
  package var end: Timestamp?

  package init(_ filter: LogFilter = LogFilter(), _ place: Place = .newest, count: Int, front: Int = 0) {
    self.filter = filter
    self.place = place
    self.count = count
    self.front = front
  }
}

/// Some lines of the log.
package struct LogWindow: Hashable, Sendable {
  /// How many lines match in all.
  package var total: Int
  /// The place of the first of `entries` among them.
  package var offset: Int
  package var entries: [LogEntry]
  /// How many lines have been found going back from the newest. Each stands in front of all that were known.
  package var front: Int
  /// Whether older events have not been looked at yet; another query goes on with them.
  package var isSearching: Bool

  package init(
    total: Int = 0, offset: Int = 0, entries: [LogEntry] = [], front: Int = 0, isSearching: Bool = false
  ) {
    self.total = total
    self.offset = offset
    self.entries = entries
    self.front = front
    self.isSearching = isSearching
  }
}

/// One line of the log.
package struct LogEntry: Hashable, Sendable, Identifiable {
  /// Rises with time, over all runs of the program.
  package var id: Int64
  package var time: Timestamp
  package var content: Content
  package var isMarked: Bool

  package enum Content: Hashable, Sendable {
    case event(Event)
    /// So many events were lost here.
    case missed(Int)
  }

  package init(id: Int64, time: Timestamp, _ content: Content, isMarked: Bool = false) {
    self.id = id
    self.time = time
    self.content = content
    self.isMarked = isMarked
  }
}

/// The subject of the log's lines.
package indirect enum LogSubject: Hashable, Sendable {
  case everything
  /// This request alone.
  case request(RequestID)
  /// Shared keys of these names.
  case shared(Set<String>)
  /// The lines that belong to a run, from its start to a moment.
  case run(String, from: Timestamp, until: Timestamp)
  /// The events about a subject up to a moment.
  case past(LogSubject, until: Timestamp)
}
