import HTTPTypes
package import ParleyEngine
package import ParleyText

/// The facts of a step that waits or has run which a filter can ask about, in the words of the event log.
package struct PausedStepFacts: FilterFacts {
  private let node: GateContext
  private let sent: SentRequest?
  private let server: String?

  /// - Parameters:
  ///   - sent: the request that it will send, or has sent.
  ///   - server: to which that goes, by its key.
  package init(_ node: GateContext, sent: SentRequest?, server: String?) {
    self.node = node
    self.sent = sent
    self.server = server
  }

  package subscript(field: LogFilterTerm.TextField) -> String? {
    let fact: String? =
      switch field {
      case .kind: kind
      case .name: node.name
      case .method: sent?.method
      case .url: sent?.url
      case .host: sent?.url.urlHost
      case .server: server
      case .environment: nil
      case .code: node.result?.error?.code
      case .call: node.input.callID
      case .shared: written
      }
    return fact?.lowercased()
  }

  package subscript(field: LogFilterTerm.NumberField) -> Int? {
    guard let response = node.result?.response else { return nil }
    return switch field {
    case .status: response.status.code
    case .ms: Int(response.timings.total / .milliseconds(1))
    case .bytes: response.body.count
    }
  }

  package func isKind(_ opening: String) -> Bool {
    kind.hasPrefix(opening) || (!written.isEmpty && "shared key updated".hasPrefix(opening))
  }

  package var isMarked: Bool { false }
  package var isEdited: Bool { node.result?.response?.cached?.isByHand == true }
  package var time: Timestamp? { nil }

  package var text: String {
    let facts: [String?] = [
      kind, node.name, sent?.method, sent?.url, node.result?.response.map { "\($0.status.code)" },
      node.result?.error?.code, node.result?.error?.summary, written,
    ]
    return facts.compactMap(\.self).joined(separator: " ").lowercased()
  }

  private var written: String { node.input.trace.soFar.sharedWrites.map(\.key).joined(separator: " ") }

  private var kind: String {
    switch node.result?.state {
    case nil: "step"
    case .succeeded?: node.result?.response == nil ? "step completed" : "response received"
    case .failed?: "failed"
    case .cancelled?: "cancelled"
    case .skipped?, .neverRan?: "skipped"
    }
  }
}

extension LogFilter {
  /// Whether a step is one of those that are looked for.
  package func holds(for facts: PausedStepFacts) -> Bool { terms.allSatisfy { $0.accepts(facts) } }

  /// Whether a field is in it, so that it is more than words.
  package var hasField: Bool {
    terms.contains { if case .word = $0.condition { false } else { true } }
  }

  /// Whether it asks about what is sent.
  package var asksForRequest: Bool {
    terms.contains { term in
      switch term.condition {
      case .word, .text(.method, _), .text(.url, _), .text(.host, _), .text(.server, _): true
      case .text, .number, .age, .marked, .edited: false
      }
    }
  }

  /// A word that is only signs, as in `ms > 200`: it was meant to be a part of a field.
  package var strayWord: String? {
    for term in terms {
      if case .word(let word) = term.condition, word.allSatisfy({ "<>=!:".contains($0) }) { return word }
    }
    return nil
  }
}
