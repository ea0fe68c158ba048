import Glibc

/// Content types of bodies that are events one after the other, so that each is of use without those that follow.
package enum StreamMediaType: Sendable {
  case serverSentEvents, jsonLines

  /// Asked for every response: searched as bytes by the C library, since anything else costs more than the rest of the response.
  /// - Parameter contentType: of a response, with or without parameters.
  package init?(_ contentType: String) {
    let events = "text/event-stream"
    let found = contentType.lowercased().withCString { type -> StreamMediaType? in
      if strncmp(type, events, events.utf8.count) == 0 { return .serverSentEvents }
      return Self.namesOfLines.contains { strstr(type, $0) != nil } ? .jsonLines : nil
    }
    guard let found else { return nil }
    self = found
  }

  private static let namesOfLines = ["ndjson", "jsonl", "json-lines", "jsonlines", "stream+json", "json-seq"]
}
