package import ParleyEngine
import TerminalKit
package import WorkbenchServices

/// The column of times in front of lines of the log. As soon as one of them is of an older day, those carry their date.
package struct LogClock: Hashable, Sendable {
  private let today: String
  /// In front of every time: blank for those of today.
  private let dateColumns: Int

  package init(of entries: some Collection<LogEntry>, now: Timestamp) {
    self.init(of: entries.map(\.time), now: now)
  }

  package init(of times: [Timestamp], now: Timestamp) {
    let today = now.localDate
    self.today = today
    let isAllToday = times.allSatisfy { $0.localDate == today }
    dateColumns = isAllToday ? 0 : Self.columns
  }

  /// `14:03:07` or `20 Nov 14:03:07`.
  package func text(of time: Timestamp) -> String {
    guard dateColumns > 0 else { return time.localClock }
    let date = time.localDate == today ? "" : time.localDay
    return date + String(repeating: " ", count: dateColumns - date.count) + time.localClock
  }

  /// In columns.
  package var width: Int { dateColumns + Self.clockColumns }

  private static let columns = 7
  private static let clockColumns = 8
}

extension Timestamp {
  /// The local day without its year: `20 Nov`.
  package var localDay: String {
    let parts = localDate.split(separator: "-")
    guard parts.count == 3, let month = Int(parts[1]), Self.months.indices.contains(month - 1) else { return localDate }
    return "\(parts[2]) \(Self.months[month - 1])"
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
