package import WorkbenchServices

/// From a line of the log to what it speaks of.
package enum LogAction: Sendable {
  case open(LogEntry)
  case opened(RecordedExchange)
  case askFilterName(String)
  case pickFilter([SavedFilter])
}
