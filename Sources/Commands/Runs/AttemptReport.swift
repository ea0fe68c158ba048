import ParleyEngine
import ParleyModel
import ParleyText

/// How a step got its response: attempts, hops of redirects, the cache, mocks, and steps that ran beside it.
enum AttemptReport {
  /// A line for each attempt and each hop, of a step that was sent more than once.
  static func lines(of record: NodeRecord) -> [String] {
    let rows = record.attemptRows
    guard rows.count > 1 else { return [] }
    return rows.map { row in
      let outcome = row.status.map(String.init) ?? row.errorCode ?? row.state.word
      let time = row.span.map { $0.lowerBound.duration(to: $0.upperBound).milliseconds } ?? ""
      let facts = [row.label.padded(to: 16), outcome.padded(to: 6), time, row.send.map(words)].compactMap(\.self)
      return "    \(Printable.text(facts.joined(separator: "  ")))".trimmingEnd
    }
  }

  private static func words(for send: RecordedSend) -> String {
    let wait = send.wait > .zero ? "after \(send.wait.milliseconds)" : nil
    let renewed = send.reason == .renewal ? "with a new token" : nil
    let location = send.location.map { "→ \($0)" }
    let dropped = send.droppedHeaders.isEmpty ? nil : "\(send.droppedHeaders.joined(separator: ", ")) dropped"
    return [wait, renewed, location, dropped].compactMap(\.self).joined(separator: "  ")
  }

  static func add(_ record: NodeRecord, to step: inout JSONValue) {
    let marks = record.marks
    if !marks.isEmpty { step["marks"] = .array(marks.map { .string($0.name.rawValue) }) }
    if !record.made.sends.isEmpty { step["sends"] = .array(record.made.sends.map(json)) }
    step["cached"] = record.made.cached.map(json)
    if record.made.isMock { step["mock"] = true }
    if !record.made.overlaps.isEmpty { step["overlaps"] = .array(record.made.overlaps.map(json)) }
    if let held = record.made.held { step["pausedMs"] = milliseconds(held) }
  }

  private static func json(of send: RecordedSend) -> JSONValue {
    var object: JSONValue = [
      "attempt": .number(JSONNumber(send.attempt)), "hop": .number(JSONNumber(send.hop)),
      "reason": .string(send.reason.rawValue), "startedAt": .string(send.startedAt.iso8601),
      "method": .string(send.method), "url": .string(send.url),
    ]
    object["ms"] = milliseconds(send.duration)
    if send.wait > .zero { object["waitMs"] = milliseconds(send.wait) }
    object["status"] = send.status.map { .number(JSONNumber($0)) }
    object["error"] = send.errorCode.map(JSONValue.string)
    object["requestBytes"] = send.requestBytes.map { .number(JSONNumber($0)) }
    object["responseBytes"] = send.responseBytes.map { .number(JSONNumber($0)) }
    object["location"] = send.location.map(JSONValue.string)
    if !send.droppedHeaders.isEmpty { object["droppedHeaders"] = .array(send.droppedHeaders.map(JSONValue.string)) }
    return object
  }

  private static func json(of use: NodeRecord.CacheUse) -> JSONValue {
    var object: JSONValue = [
      "source": .string(use.source), "sent": .bool(!use.isUnsent), "reason": .string(use.code),
      "summary": .string(use.summary),
    ]
    object["ageMs"] = use.age.flatMap(milliseconds)
    object["exchange"] = use.exchange.map { .string($0.rawValue) }
    return object
  }

  private static func json(of overlap: StepOverlap) -> JSONValue {
    ["step": .string("\(overlap.step)"), "kind": .string(overlap.kind.rawValue), "name": .string(overlap.name)]
  }

  private static func milliseconds(_ duration: Duration) -> JSONValue? {
    JSONNumber(duration.inMilliseconds).map(JSONValue.number)
  }
}

extension NodeRecord {
  /// The marks of its line, in words.
  var reportedMarks: [String] {
    marks.compactMap { mark in
      switch mark {
      case .attempts(let count): "\(count) attempts"
      case .hops(let count): "\(count) hops"
      case .cached, .mock, .tokenRenewed: mark.words
      case .edited, .sharedTransfer, .overlaps: nil
      }
    }
  }
}

extension StepFilter {
  /// A filter of a recorded run, of which every word is understood.
  init(checked text: String) throws {
    self.init(text)
    if let problem = problems.first { throw UsageError(problem) }
    let unknown = terms.contains { if case .trait(let trait) = $0.condition { trait.needsMore } else { false } }
    if unknown { throw UsageError("Only the screen of groups knows which steps are slow, or changed since.") }
  }
}
