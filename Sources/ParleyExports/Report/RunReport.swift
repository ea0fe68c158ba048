package import ParleyEngine
internal import ParleyText

/// A run as one page to read, print and hand on: HTML without scripts, and without anything from the network.
package struct RunReport {
  /// A step with all that is shown of it, without secrets.
  package struct Step {
    let record: NodeRecord
    package var definition: String?
    package var input: String?
    package var request: String?
    package var response: String?
    package var output: String?
    package var sources: [String] = []

    package init(
      record: NodeRecord, definition: String? = nil, input: String? = nil, request: String? = nil,
      response: String? = nil, output: String? = nil, sources: [String] = []
    ) {
      self.record = record
      self.definition = definition
      self.input = input
      self.request = request
      self.response = response
      self.output = output
      self.sources = sources
    }
  }

  let recording: RunRecording
  /// The number by which people refer to the run.
  let number: Int64?
  let steps: [Step]
  /// The run's label among others of the same group.
  package var label: String?

  package init(recording: RunRecording, number: Int64?, steps: [Step], label: String? = nil) {
    self.recording = recording
    self.number = number
    self.steps = steps
    self.label = label
  }

  var html: String { Self.page(of: [self]) }

  /// Several runs on one page, one after the other, with a list of them first.
  package static func page(of reports: [RunReport]) -> String {
    var page = HTMLText()
    let title = reports.count == 1 ? reports[0].title : "\(reports.count) runs"
    page.raw("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
    page.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
    page.raw(
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n")
    page.element("title", title)
    page.raw("<style>\(RunReportStyle.css)</style></head>\n<body><main>\n")
    if reports.count > 1 { addList(of: reports, title, to: &page) }
    for (index, report) in reports.enumerated() { report.add(to: &page, anchor: "run\(index + 1)") }
    page.raw("<footer>")
    page.element("p", "Written by Parley. Secrets are masked.")
    page.raw("</footer></main></body></html>\n")
    return page.html
  }

  private static func addList(of reports: [RunReport], _ title: String, to page: inout HTMLText) {
    page.element("h1", title)
    page.raw("<ul>")
    for (index, report) in reports.enumerated() {
      let state = report.recording.summary.state.rawValue
      page.raw("<li><a href=\"#run\(index + 1)\">")
      page.element("span", report.title)
      page.raw("</a> ")
      page.element("span", state, class: "state \(state)")
      page.raw("</li>")
    }
    page.raw("</ul>\n")
  }

  private var title: String { [name, number.map { "run \($0)" }].compactMap(\.self).joined(separator: ", ") }

  private func add(to page: inout HTMLText, anchor: String) {
    page.raw("<header id=\"\(anchor)\">")
    page.element("h1", title)
    addSummary(to: &page)
    page.raw("</header>\n")
    page.raw(RunReportAxis(steps.map(\.record)).svg)
    page.raw("<section class=\"steps\">\n")
    for step in steps { add(step, to: &page) }
    page.raw("</section>\n")
  }

  private var name: String { label ?? recording.summary.group ?? "group" }

  private func addSummary(to page: inout HTMLText) {
    let summary = recording.summary
    let count = recording.stepCount
    let facts = [
      "\(count.succeeded) of \(count.total.counted("step")) succeeded",
      recording.duration?.short, summary.startedAt.iso8601, summary.environment.map { "environment \($0)" },
      summary.origin.map { "\($0.isFork ? "fork" : "replay") from step \($0.from)" },
      summary.imported.map { "imported from \($0.source)" },
    ]
    page.raw("<p class=\"facts\">")
    page.element("span", summary.state.rawValue, class: "state \(summary.state.rawValue)")
    page.raw(" ")
    page.element("span", facts.compactMap(\.self).joined(separator: " · "))
    page.raw("</p>")
  }

  private func add(_ step: Step, to page: inout HTMLText) {
    let record = step.record
    let isOpen = record.state == .failed
    page.raw("<details class=\"step depth\(min(4, record.path.parts.count))\"\(isOpen ? " open" : "")><summary>")
    page.element("span", Self.mark(of: record.state), class: "mark \(record.state.rawValue)")
    page.element("span", "\(record.path)", class: "path")
    page.element("span", ([record.name] + record.marks.map(\.words)).joined(separator: "  "), class: "name")
    page.element("span", Self.status(of: record), class: "status")
    page.element("span", record.duration?.short ?? "", class: "time")
    page.raw("</summary>")
    addError(of: record, to: &page)
    if record.made.isEdited { page.element("p", "✎ edited in the cache: the server did not send this body") }
    let parts = [
      ("Definition", step.definition), ("Input", step.input), ("Request", step.request), ("Response", step.response),
      ("Output", step.output), ("Where from", step.sources.isEmpty ? nil : step.sources.joined(separator: "\n")),
      ("Rows", Self.rows(of: record)), ("Attempts", Self.attempts(of: record)),
    ]
    for (title, text) in parts {
      guard let text, !text.isEmpty else { continue }
      page.details(title, isOpen: title == "Where from" || title == "Attempts") { $0.element("pre", text) }
    }
    page.raw("</details>\n")
  }

  private func addError(of record: NodeRecord, to page: inout HTMLText) {
    guard let error = record.error else { return }
    page.raw("<div class=\"error\">")
    for line in [error.summary, error.place.map { "at \($0)" }, error.detail, error.advice] {
      if let line { page.element("p", line) }
    }
    if !error.checked.isEmpty {
      let lines = error.checked.map { part in
        let source = part.origin.map { "  ← \($0.words(of: record, in: recording))" } ?? ""
        return String(repeating: "  ", count: part.depth) + part.sentence + source
      }
      page.element("pre", lines.joined(separator: "\n"))
    }
    page.raw("</div>")
  }

  private static func attempts(of record: NodeRecord) -> String? {
    let rows = record.attemptRows
    guard rows.count > 1 else { return nil }
    let lines = rows.map { row in
      let time = row.span.map { $0.lowerBound.duration(to: $0.upperBound).short }
      let outcome = row.status.map(String.init) ?? row.errorCode ?? word(of: row.state)
      let location = row.send?.location.map { "→ \($0)" }
      let dropped = row.send.flatMap {
        $0.droppedHeaders.isEmpty ? nil : "\($0.droppedHeaders.joined(separator: ", ")) dropped"
      }
      return ([row.label, outcome, time, location, dropped].compactMap(\.self)).joined(separator: "  ")
    }
    return lines.joined(separator: "\n")
  }

  private static func rows(of record: NodeRecord) -> String? {
    guard let rows = record.made.rows else { return nil }
    let losses = rows.losses.map { "\($0.part) dropped \($0.count)" }
    return (["\(rows.words) of \(rows.list)"] + losses).joined(separator: "\n")
  }

  /// The displayed status of a node. A cancelled one has not succeeded, whatever its last attempt received.
  private static func status(of record: NodeRecord) -> String {
    record.state == .cancelled ? word(of: record.state) : record.status.map(String.init) ?? word(of: record.state)
  }

  private static func mark(of state: NodeRecord.State) -> String {
    switch state {
    case .succeeded: "✓"
    case .failed: "✗"
    case .skipped: "↷"
    case .cancelled: "■"
    case .neverRan: "·"
    case .waiting, .running: "…"
    }
  }

  private static func word(of state: NodeRecord.State) -> String {
    switch state {
    case .succeeded: "ok"
    case .neverRan: "not run"
    case .failed, .skipped, .cancelled, .waiting, .running: state.rawValue
    }
  }
}
