internal import HTTPTypes
internal import JQ
package import ParleyEngine
internal import ParleyFiles
package import ParleyModel
internal import ParleyStore
internal import ParleyText

/// A value to look for in runs: a text, a number, or a condition in jq.
package struct ValueSearch: Sendable {
  private enum Wanted: Sendable {
    case value(JSONValue, text: String)
    case text(String)
    case filter(JQFilter)
  }

  private let wanted: Wanted

  /// - Parameter text: text that begins with `.`, `$` or `(` is a jq condition; a number, `true`, `null` or a text in quotes is a value;
  ///   anything else is looked for in texts.
  /// - Throws: an error of jq.
  package init(_ text: String) throws {
    if let first = text.first, ".$([".contains(first), text.count > 1 {
      wanted = .filter(try JQFilter(parsing: text))
    } else if let value = try? JSONValue(parsing: Array(text.utf8)) {
      wanted = .value(value, text: text)
    } else {
      wanted = .text(text.lowercased())
    }
  }

  /// The places of it in a value, in their order.
  fileprivate func places(in value: JSONValue, _ jq: JQEvaluator, limit: Int) async -> [ValuePath] {
    switch wanted {
    case .value(let wanted, _): return value.places(limit: limit) { $0 == wanted }
    case .text(let text):
      return value.places(limit: limit) { part in
        if case .string(let words) = part { words.lowercased().contains(text) } else { false }
      }
    case .filter(let filter):
      return await jq.holds([filter], on: JQInput(value)) ? [.root] : []
    }
  }

  /// Whether it stands in a line of text, such as a header.
  fileprivate func isIn(_ line: String) -> Bool {
    switch wanted {
    case .value(.string(let text), _): line.contains(text)
    case .value(_, let text):
      line.split { !$0.isLetter && !$0.isNumber && $0 != "." && $0 != "-" }.contains { $0 == text }
    case .text(let text): line.lowercased().contains(text)
    case .filter: false
    }
  }
}

/// A place in a run at which a value was found.
package struct FoundValue: Sendable, Hashable {
  package let step: NodePath
  package let name: String
  package let part: WhyLink.Part
  /// The value's path; nil for a line of text.
  package let path: ValuePath?
  /// The value or the line, masked.
  package let text: String

  /// `2 page  response  .items[3].id  7`
  package var line: String {
    ["\(step) \(name)", part.rawValue, path.map { "\($0)" }, text].compactMap(\.self).joined(separator: "  ")
  }
}

extension KeptRuns {
  /// The newest runs in which a value is looked for.
  package func toSearch(of group: String?) async throws -> [KeptRun] {
    try await session.store.runs.recent(Self.mostSearchedRuns, group: group)
  }

  private static let mostSearchedRuns = 100

  /// Looks for a value in several runs, one after the other.
  /// - Parameter found: is told the places in each run that has some.
  package func find(
    _ search: ValueSearch, in runs: [KeptRun], limit: Int, found: (KeptRun, [FoundValue]) -> Void
  ) async throws {
    var room = limit
    for run in runs where room > 0 {
      let values = await find(search, in: try await recording(of: run), limit: room)
      room -= values.count
      if !values.isEmpty { found(run, values) }
    }
  }

  /// Looks for a value in what the steps of a run worked on, sent, got and gave. Nothing is sent.
  package func find(_ search: ValueSearch, in recording: RunRecording, limit: Int = 100) async -> [FoundValue] {
    var work = FindingWork(search, recording, session, await masking(of: recording), limit)
    for record in recording.nodes where work.found.count < limit { await work.look(at: record) }
    return work.found
  }
}

private struct FindingWork {
  private let search: ValueSearch
  private let recording: RunRecording
  private let session: Session
  private let limit: Int
  private let outputs: RecordedOutputs
  private let masking: RecordMasking
  private(set) var found: [FoundValue] = []

  init(_ search: ValueSearch, _ recording: RunRecording, _ session: Session, _ masking: RecordMasking, _ limit: Int) {
    (self.search, self.recording, self.session, self.limit) = (search, recording, session, limit)
    self.masking = masking
    outputs = RecordedOutputs(recording, in: session)
  }

  mutating func look(at record: NodeRecord) async {
    if case .value(let value) = record.input {
      await note(masking.masked(input: value, of: record), record, .input)
    }
    let exchanges = record.attempts.isEmpty ? [record.exchange] : record.attempts.map(\.exchange)
    for exchange in exchanges.compactMap(\.self) { await lookAt(exchange, record) }
    // The result of a request is its response.
    guard record.kind == .job, let output = try? await outputs.output(of: record) else { return }
    await note(masking.masked(output: output, of: record), record, .output)
  }

  private mutating func lookAt(_ id: ExchangeID, _ record: NodeRecord) async {
    guard let exchange = try? await session.history.recorded(id)?.exchange else { return }
    let request = MaskedRequest(exchange.request, hiding: exchange.secrets).parts
    note(line: "\(request.method) \(request.url)", record, .request)
    for header in request.headers { note(line: "\(header.name): \(header.value)", record, .request) }
    if case .text(let text) = request.body { await note(body: text, record, .request) }
    guard let response = exchange.response else { return }
    for field in masking.secrets.masking(response.headers) {
      note(line: "\(field.name.rawName): \(field.value)", record, .headers)
    }
    guard response.body.count <= Self.largest, let bytes = try? response.textBytes() else { return }
    let text = String(decoding: masking.masked(body: bytes, of: record, at: .root), as: UTF8.self)
    await note(body: masking.masked(text), record, .response)
  }

  /// Larger bodies are not searched.
  private static let largest = 16 << 20

  private mutating func note(body text: String, _ record: NodeRecord, _ part: WhyLink.Part) async {
    if let value = try? JSONValue(parsing: Array(text.utf8)) { return await note(value, record, part) }
    for line in text.split(whereSeparator: \.isNewline).prefix(10_000) { note(line: String(line), record, part) }
  }

  private mutating func note(_ value: JSONValue, _ record: NodeRecord, _ part: WhyLink.Part) async {
    for path in await search.places(in: value, session.jq, limit: limit - found.count) {
      let shown = (try? path.resolve(in: value)).map { JSONPrinter.compact.string(of: $0) } ?? ""
      add(FoundValue(step: record.path, name: record.name, part: part, path: path, text: shortened(shown)))
    }
  }

  private mutating func note(line: String, _ record: NodeRecord, _ part: WhyLink.Part) {
    guard search.isIn(line) else { return }
    add(FoundValue(step: record.path, name: record.name, part: part, path: nil, text: shortened(line)))
  }

  private mutating func add(_ value: FoundValue) {
    if found.count < limit, !found.contains(value) { found.append(value) }
  }

  private func shortened(_ text: String) -> String {
    text.shortText(120, hiding: masking.secrets)
  }
}
