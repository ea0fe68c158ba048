import ParleyEngine
import TerminalKit
import WorkbenchParts
import WorkbenchState

extension StepPane {
  var jumpPoints: [Point] {
    if let request { return request.composer.jumpPoints }
    guard subject != nil, edit == nil, !showsForm else { return [] }
    return tabLine(max(1, size.width - 1)).jumpPoints.map { $0.moved(right: 1) }
  }

  var scrollExtent: ScrollExtent? {
    if let request { return request.composer.scrollExtent }
    if let edit { return edit.editor.extent }
    if showsForm {
      return form.overrides?.composer.scrollExtent ?? form.field?.area.editor?.extent ?? form.cursor.extent
    }
    return showsBody ? browser.pane.cursor.extent : lines.cursor.extent
  }

  func scrolledRows(of height: Int) -> Range<Int> {
    if let request { return request.composer.scrolledRows(of: height) }
    guard edit == nil, !showsForm else { return 0..<max(0, height) }
    let first = 1 + above.count
    return first..<max(first, height - (hasFoot && height > 2 ? 1 : 0))
  }

  func title(in context: ViewContext) -> PaneTitle {
    if let edit {
      return PaneTitle([Span(edit.heading.fitted(to: 40), .title)], right: [Span("editing json", .warning)])
    }
    if let request {
      let keys = "Ctrl-S apply   Esc leave"
      return PaneTitle([Span("Request of \(request.name)".fitted(to: 40), .title)], right: [Span(keys, .warning)])
    }
    if showsForm { return form.title() }
    return PaneTitle(subject == nil ? "" : [Span(name.fitted(to: 40), .title)] + pause)
  }

  func draw(into frame: inout Frame, in rect: Rect, isFocused: Bool, context: ViewContext) {
    guard !rect.isEmpty else { return }
    if edit != nil { return drawEditor(into: &frame, rect, isFocused) }
    if let request { return request.composer.draw(into: &frame, in: rect, isFocused: isFocused, context: context) }
    if showsForm { return form.draw(into: &frame, rect, isFocused: isFocused, context: context) }
    guard subject != nil else { return drawDocs(into: &frame, rect.inset(left: 1)) }
    let area = rect.inset(left: 1)
    drawTabs(into: &frame, area.row(0))
    let above = above
    for (row, line) in above.enumerated() where row + 1 < area.height {
      frame.put(line, at: area.row(row + 1).origin, maxWidth: area.width)
    }
    let foot = hasFoot && area.height > 2 ? 1 : 0
    drawContent(into: &frame, area.inset(top: 1 + above.count, bottom: foot), isFocused)
    if foot == 1 { drawFoot(into: &frame, area.row(area.height - 1), isFocused) }
  }

  private func drawTabs(into frame: inout Frame, _ row: Rect) {
    let line = tabLine(row.width)
    line.draw(into: &frame, row)
    let words = browser.pane.view == nil || !showsBody ? "" : browser.words(contentType: nil)
    frame.put(words, behind: line, in: row)
  }

  private func drawFoot(into frame: inout Frame, _ row: Rect, _ isFocused: Bool) {
    if showsBody {
      browser.drawFoot(into: &frame, row, isFocused: isFocused)
    } else {
      lines.drawFoot(into: &frame, row, isFocused: isFocused)
    }
  }

  private func drawDocs(into frame: inout Frame, _ area: Rect) {
    frame.putHint("F5 runs the group, S stops at its first step.", in: area.row(0))
    let docs = MarkdownLines(docs ?? "", width: max(8, min(100, area.width - 1))).lines.map(\.text)
    let whole = mistakes + (mistakes.isEmpty ? [] : [""]) + definition
    let lines =
      whole.flatMap { $0.wrapped(to: max(8, area.width - 1), hanging: 2) }
      + (definition.isEmpty || docs.isEmpty ? [] : [""]) + docs
    for (row, line) in lines.enumerated() where row + 2 < area.height {
      frame.put(line, at: area.row(row + 2).origin, maxWidth: area.width)
    }
  }

  func tabLine(_ width: Int) -> TabLine {
    TabLine(StepTab.allCases.map { TabLine.Title($0.title) }, selected: tab.rawValue, width: width)
  }

  private func drawContent(into frame: inout Frame, _ area: Rect, _ isFocused: Bool) {
    guard !area.isEmpty else { return }
    if let problem {
      FailureCard(problem, request: "").draw(into: &frame, area)
    } else if showsBody {
      browser.pane.draw(into: &frame, area, isFocused: isFocused)
    } else if !lines.lines.isEmpty {
      lines.draw(into: &frame, area, isFocused: isFocused)
    } else if !isWaiting {
      frame.putHint(nothing, in: area)
    }
  }

  /// The first step has no input, and its pane opens there.
  private func afterInput(of record: NodeRecord) -> String {
    switch record.kind {
    case .request: " ] goes on to its request and response."
    case .job: " ] goes on to its output."
    case .serial, .concurrent: ""
    }
  }

  private func unsent(_ record: NodeRecord) -> String {
    guard let cached = record.made.cached, cached.isUnsent else { return "The request was not sent." }
    return "Nothing was sent. \(cached.line)"
  }

  /// The text shown where there is nothing.
  private var nothing: String {
    if [.definition, .shared, .watch].contains(tab) { return tab.withoutLines }
    guard let record = subject?.record else { return "The step has not run." }
    if record.state == .neverRan { return "The step was not run." }
    return switch tab {
    case .input: "No input.\(afterInput(of: record))"
    case .request where record.kind != .request, .headers where record.kind != .request,
      .response where record.kind != .request:
      "The step sends no request."
    case .request: unsent(record)
    case .headers: record.state.isFinal ? "No response." : "No response yet."
    case .response: record.state.isFinal ? "No response." : "No response yet."
    case .output: record.state.isFinal ? "No output." : "No output yet."
    default: tab.withoutLines
    }
  }
}

// The editor, and what is to be said about it.
extension StepPane {
  private func drawEditor(into frame: inout Frame, _ rect: Rect, _ isFocused: Bool) {
    edit?.draw(into: &frame, rect, size: editorSize, above: notes, isFocused: isFocused) {
      TemplateColours.json($0[...], uses: [])
    }
  }

  var notes: [StyledText] {
    guard let edit else { return [] }
    guard let mistake = edit.mistake else { return edit.advice.map { note($0, .muted) } ?? [] }
    return note("✗ \(mistake.sentence)", Style(.failure))
  }

  private func note(_ words: String, _ style: Style) -> [StyledText] {
    let lines = TextWrap.lines(of: words, width: max(8, size.width - 1))
    return lines.prefix(max(0, size.height - 1)).map { StyledText($0, style) }
  }
}

extension StepEdit {
  fileprivate var heading: String {
    switch purpose {
    case .input: "Input of \(name)"
    case .list: "List of \(name)"
    case .result: "Result for \(name)"
    case .output: "Output of \(name)"
    case .value: "Value of \(name)"
    }
  }

  /// The advice shown before anything is typed.
  fileprivate var advice: String? {
    let parts = [ofPurpose, isMasked ? Self.ofMasks : nil].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  private var ofPurpose: String? {
    switch purpose {
    case .input: nil
    case .list:
      reason.map { "The step has no list of its own: \($0)" } ?? "A JSON array: the step runs for each element of it."
    case .result: "JSON to use as the step's result; empty means no result."
    case .output: "JSON to hand on in place of what the step gave; empty means nothing."
    case .value: "JSON that later steps work on; steps that have run already keep what they had."
    }
  }
}
