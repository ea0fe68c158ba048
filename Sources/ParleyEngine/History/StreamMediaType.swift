/// Content types of bodies that are events one after the other, so that each is of use without those that follow.
package enum StreamMediaType: Sendable {
  case serverSentEvents, jsonLines

  /// - Parameter contentType: of a response, with or without parameters.
  package init?(_ contentType: String) {
    let type = contentType.lowercased()
    if type.hasPrefix("text/event-stream") {
      self = .serverSentEvents
    } else if Self.namesOfLines.contains(where: type.contains) {
      self = .jsonLines
    } else {
      return nil
    }
  }

  private static let namesOfLines = ["ndjson", "jsonl", "json-lines", "jsonlines", "stream+json", "json-seq"]
}
