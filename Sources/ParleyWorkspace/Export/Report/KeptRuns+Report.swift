internal import HTTPTypes
package import ParleyEngine
internal import ParleyExports
internal import ParleyFiles
package import ParleyModel
internal import ParleyStore

// Reports of runs.
extension KeptRuns {
  /// Writes a page about a run, without secrets.
  /// - Parameter replaces: whether it takes the place of a file that is there.
  package func exportReport(of run: KeptRun, to path: String, replacing replaces: Bool = false) async throws {
    if !replaces, OutputFile.isTaken(path) { throw RunFileError.exists(path) }
    try await session.flushEvents()
    try await writeReport(of: recording(of: run), number: run.sequence, to: path)
  }

  /// Writes a page about a run that is already loaded. It replaces an existing file.
  package func writeReport(of recording: RunRecording, number: Int64?, to path: String) async throws {
    try await writeReport(of: [(recording, number, nil)], to: path)
  }

  /// The same of several runs, on one page.
  package func writeReport(of runs: [(recording: RunRecording, number: Int64?, label: String?)], to path: String)
    async throws
  {
    var reports: [RunReport] = []
    for run in runs {
      var report = try await ReportSteps(run.recording, in: session).report(number: run.number)
      report.label = run.label
      reports.append(report)
    }
    let html = RunReport.page(of: reports)
    try await Blocking.run { try OutputFile.write(Array(html.utf8), to: path) }
  }
}

/// The steps of a run as a report shows them, with their secrets masked.
struct ReportSteps {
  /// More of a body is not read on a page.
  private static let longestBody = 64 << 10

  private let recording: RunRecording
  private let session: Session
  private let outputs: RecordedOutputs

  init(_ recording: RunRecording, in session: Session) {
    (self.recording, self.session) = (recording, session)
    outputs = RecordedOutputs(recording, in: session)
  }

  package func report(number: Int64?) async throws -> RunReport {
    var exchanges: [NodePath: Exchange] = [:]
    var secrets = RecordMasking.secrets(of: recording)
    for record in recording.nodes {
      guard let id = record.exchange, let kept = try await session.history.recorded(id) else { continue }
      exchanges[record.path] = kept.exchange
      secrets.formUnion(kept.exchange.secrets)
    }
    secrets.formUnion(session.secrets.all)
    var steps: [RunReport.Step] = []
    for record in recording.nodes {
      steps.append(
        try await step(
          record, exchanges[record.path], hiding: secrets, session.runs.masking(of: recording, hiding: secrets)))
    }
    return RunReport(recording: recording, number: number, steps: steps)
  }

  private func step(
    _ record: NodeRecord, _ exchange: Exchange?, hiding secrets: Secrets, _ masking: RecordMasking
  ) async throws -> RunReport.Step {
    let masked = masking.masked(record).record
    var step = RunReport.Step(record: masked)
    step.definition = recording.step(at: record.path)?.definition.map(secrets.maskingForeign)
    switch masked.input {
    case .none: break
    case .value(let value): step.input = text(of: value)
    case .result(let path): step.input = "the result of \(path) \(recording[path]?.name ?? "")"
    }
    if case .value(let value) = masked.output { step.output = text(of: value) }
    if let exchange {
      step.request = request(exchange, hiding: secrets)
      step.response = try response(exchange, hiding: secrets, by: masking, of: record)
      if let value = try? await outputs.output(of: record) {
        step.output = text(of: masking.masked(output: value, of: record))
      }
    }
    step.sources = record.sources.map { source in
      secrets.maskingForeign("\(source.place) ← \(source.origin.words(of: record, in: recording))")
    }
    return step
  }

  private func request(_ exchange: Exchange, hiding secrets: Secrets) -> String {
    let sent = exchange.request
    let headers = sent.headers.map { "\($0.name.rawName): \(Secrets.maskingCookies(in: $0))" }
    let body = sent.body.map { ["", Self.text(of: $0)] } ?? []
    var own = secrets
    own.formUnion(exchange.secrets)
    return own.masking((["\(sent.method) \(sent.url)"] + headers + body).joined(separator: "\n"))
  }

  private func response(
    _ exchange: Exchange, hiding secrets: Secrets, by masking: RecordMasking, of record: NodeRecord
  ) throws -> String? {
    guard let response = exchange.response else { return nil }
    let head = "\(response.status.code) \(response.status.reasonPhrase)"
    let headers = response.headers.map { "\($0.name.rawName): \(Secrets.maskingCookies(in: $0))" }
    // A secret that is cut at the end could not be found.
    let read = try response.body.read(at: 0, count: Self.longestBody + 16 * 1024)
    let root = recording.step(at: record.path)?.root ?? .root
    let bytes = secrets.maskingForeign(masking.masked(body: read, of: record, at: root))
    return secrets.maskingForeign(([head] + headers).joined(separator: "\n")) + "\n\n" + Self.text(of: bytes)
  }

  private static func text(of bytes: [UInt8]) -> String {
    guard let text = String(validating: bytes.prefix(longestBody + 3), as: UTF8.self) ?? cutText(bytes) else {
      return "\(bytes.count) bytes that are no text"
    }
    guard bytes.count <= longestBody else { return text.prefix(longestBody) + "\n… and more" }
    return (try? JSONValue(parsing: bytes)).map { JSONPrinter(indent: 2).string(of: $0) } ?? text
  }

  /// A text may be cut in the middle of a character.
  private static func cutText(_ bytes: [UInt8]) -> String? {
    (1...6).lazy.compactMap { String(validating: bytes.prefix(longestBody + 3).dropLast($0), as: UTF8.self) }.first
  }

  private func text(of value: JSONValue) -> String {
    let text = JSONPrinter(indent: 2).string(of: value)
    return text.utf8.count > Self.longestBody ? text.prefix(Self.longestBody) + "\n… and more" : text
  }
}
