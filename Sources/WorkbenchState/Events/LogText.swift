import ParleyEngine
import ParleyText
package import WorkbenchServices

/// A line of the log as plain text, for the clipboard.
package enum LogText {
  package static func line(of entry: LogEntry) -> String {
    switch entry.content {
    case .missed(let count): "\(entry.time.iso8601) missed \(count.counted("event"))"
    case .event(let event): line(of: event)
    }
  }

  private static func line(of event: Event) -> String {
    let subject = event.subject
    let response = event.kind.response
    let parts = [
      event.time.iso8601, event.kind.word, subject?.method, subject?.name, subject?.url,
      event.kind.status.map(String.init), response?.total.short, (response?.count).map(ByteCount.text),
      summary(of: event),
    ]
    return parts.compactMap(\.self).joined(separator: " ")
  }

  private static func summary(of event: Event) -> String? {
    switch event.kind {
    case .failed(_, let failure): failure.summary
    case .loadSkip(_, let skip): skip.summary
    case .updateCache, .removeCache: event.kind.cacheLine ?? ""
    case .redirected(_, let redirect): "→ \(redirect.location)"
    case .updateSharedData(let change), .removeSharedData(let change): change.line
    case .groupDone(let done): done.line
    case .custom(let custom): custom.line
    default: nil
    }
  }
}
