/// Content types of bodies that are events one after the other, so that each is of use without those that follow.
package enum StreamMediaType: Sendable {
  case serverSentEvents, jsonLines

  /// Asked for every response: a text that is asked whether it contains another builds a searcher each time, so bytes are compared.
  /// - Parameter contentType: of a response, with or without parameters.
  package init?(_ contentType: String) {
    let type = Array(contentType.lowercased().utf8)
    if type.starts(with: "text/event-stream".utf8) {
      self = .serverSentEvents
    } else if Self.namesOfLines.contains(where: { Self.contains($0, in: type) }) {
      self = .jsonLines
    } else {
      return nil
    }
  }

  private static let namesOfLines = ["ndjson", "jsonl", "json-lines", "jsonlines", "stream+json", "json-seq"]
    .map { Array($0.utf8) }

  private static func contains(_ name: [UInt8], in type: [UInt8]) -> Bool {
    guard type.count >= name.count else { return false }
    return (0...(type.count - name.count)).contains { start in
      name.indices.allSatisfy { type[start + $0] == name[$0] }
    }
  }
}
