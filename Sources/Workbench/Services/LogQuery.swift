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

  package init(_ filter: LogFilter = LogFilter(), _ place: Place = .newest, count: Int) {
    self.filter = filter
    self.place = place
    self.count = count
  }
}

/// Some lines of the log.
package struct LogWindow: Hashable, Sendable {
  /// How many lines match in all.
  package var total: Int
  /// The place of the first of `entries` among them.
  package var offset: Int
  package var entries: [LogEntry]

  package init(total: Int = 0, offset: Int = 0, entries: [LogEntry] = []) {
    self.total = total
    self.offset = offset
    self.entries = entries
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
package enum LogSubject: Hashable, Sendable {
  case everything
  /// This request alone.
  case request(RequestID)
  /// Shared keys of these names.
  case shared(Set<String>)
  /// The lines that belong to a run, from its start to a moment.
  case run(String, from: Timestamp, until: Timestamp)
}
