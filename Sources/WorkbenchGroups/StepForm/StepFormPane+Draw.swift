import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

/// The areas of a form's parts.
struct StepFormLayout: Hashable {
  var rows: Rect
  /// The area of the field's help, its mistake and the result of its text: beside the rows if there is room, otherwise
  /// below.
  var notes: Rect
  let labels: Int

  /// - Parameter wantsOutput: whether what a text gives is to be seen.
  init(_ rect: Rect, labels: Int, wantsOutput: Bool) {
    self.labels = labels
    if rect.width >= 110 {
      let columns = rect.columns(.weight(3), .weight(2))
      rows = columns[0].inset(right: 2)
      notes = columns[1]
      return
    }
    let height = !wantsOutput ? min(2, rect.height / 3) : max(2, min(10, rect.height / 2))
    rows = Rect(x: rect.x, y: rect.y, width: rect.width, height: max(1, rect.height - height))
    notes = Rect(x: rect.x, y: rows.maxY, width: rect.width, height: max(0, rect.height - rows.height))
  }
}

extension StepFormPane {
  var layout: StepFormLayout { layout(in: Rect(origin: .zero, size: size)) }

  private func layout(in rect: Rect) -> StepFormLayout {
    let labels = rows.reduce(0) { max($0, CellWidth.columns(of: $1.label)) }
    return StepFormLayout(
      rect, labels: labels,
      wantsOutput: field?.input.isTried == true || trying.outcome.map { $0.result != .nothing } == true)
  }

  /// Of a text of several lines.
  var editorSize: Size {
    Size(width: max(1, size.width - 1), height: max(1, size.height - (field?.input.isTried == true ? 3 : 1)))
  }

  func title() -> PaneTitle {
    guard let form else { return PaneTitle("") }
    if let field, let row = form[field.field] {
      return PaneTitle(
        [Span("\(heading) · \(row.label.drop { $0 == " " })", .title)], right: [Span("editing", .warning)])
    }
    if overrides != nil {
      return PaneTitle([Span("\(heading) · with", .title)], right: [Span("editing", .warning)])
    }
    let wrong = form.mistakes.count + form.rows.count { $0.mistake != nil }
    let words: StyledText = [Span(wrong == 0 ? "" : "✗ \(wrong.counted("problem"))", .failure)]
    return PaneTitle([Span(heading, .title)], right: groupAskedAt == nil ? words : wayToStep + words)
  }

  /// The fields of the group stand where those of its step do.
  private var wayToStep: StyledText {
    [Span(groupAskedAt.map { "i shows step \($0)" } ?? "", .muted), Span("   ")]
  }

  /// `4 pay`.
  private var heading: String {
    guard let form else { return "" }
    if form.path == .root { return "the group \(subject?.group ?? "")".fitted(to: 40) }
    // A list that nobody gave a name is called by its number, which is said already.
    let number = " \(form.path)"
    let name = form.name.hasSuffix(number) ? String(form.name.dropLast(number.count)) : form.name
    return "\(form.path) \(name)".fitted(to: 40)
  }

  func draw(into frame: inout Frame, _ rect: Rect, isFocused: Bool, context: ViewContext) {
    if let overrides {
      return overrides.composer.draw(into: &frame, in: rect, isFocused: isFocused, context: context)
    }
    guard form != nil else {
      if !isWaiting, subject != nil { frame.putHint(nothing, in: rect.inset(left: 1)) }
      return
    }
    let area = rect.inset(left: 1)
    if field?.isMultiline == true { return drawEditor(into: &frame, area, isFocused) }
    let layout = layout(in: area)
    for line in cursor.visible where line - cursor.top < layout.rows.height {
      draw(rows[line], isSelected: line == cursor.selected, into: &frame, layout.rows.row(line - cursor.top), isFocused)
    }
    frame.putHidden(of: cursor, before: Point(x: layout.rows.maxX, y: layout.rows.maxY - 1))
    drawNotes(into: &frame, layout.notes)
    drawLists(into: &frame, rect, layout)
  }

  private var nothing: String {
    "This step is in the file of another group: open that group to change it."
  }
}

// Rows.
extension StepFormPane {
  private func draw(
    _ row: StepForm.Row, isSelected: Bool, into frame: inout Frame, _ rect: Rect, _ isFocused: Bool
  ) {
    let labels = min(layout.labels, max(6, rect.width / 3))
    let value = rect.inset(left: labels + 3)
    let isTyped = isSelected && field != nil
    let ground: Role? = isSelected && isFocused && !isTyped ? .selection : nil
    if let ground { frame.fill(rect, style: Style(ground)) }
    let isWrong = row.mistake != nil || isTyped && field?.mistake != nil
    if isWrong { frame.put("✗", at: rect.origin, style: Style(.failure, on: ground)) }
    let label = rect.origin.moved(right: 1)
    frame.put(row.label, at: label, style: Style(isTyped ? .text : .key, on: ground), maxWidth: labels)
    if isTyped, let field { return field.area.draw(into: &frame, value, isFocused: isFocused) }
    // Of the row under the cursor it stands whole in the notes.
    let mistake = isSelected && !layout.notes.isEmpty ? "" : row.mistakeBeside
    frame.put(row.words + mistake, at: value.origin, maxWidth: value.width, on: ground)
  }

  private func drawLists(into frame: inout Frame, _ rect: Rect, _ layout: StepFormLayout) {
    if let menu {
      let point = layout.rows.origin.moved(right: layout.labels + 3, down: cursor.selected - cursor.top)
      frame.dropDown(menu.lines, menu.cursor, limit: 12, within: rect, below: point)
    } else if let completion = field?.completion, let point = frame.cursor {
      completion.draw(into: &frame, within: rect, below: point)
    }
  }

  private func drawEditor(into frame: inout Frame, _ area: Rect, _ isFocused: Bool) {
    guard case .text(let editor)? = field?.area else { return }
    editor.draw(into: &frame, rect: Rect(origin: area.origin, size: editorSize), isFocused: isFocused) {
      TemplateColours.spans(of: $1, uses: [])
    }
    drawNotes(into: &frame, area.inset(top: editorSize.height))
  }
}

extension StepForm.Row {
  /// The field's text; if that is empty, the value that applies instead, dimmed.
  fileprivate var words: StyledText {
    guard !text.isEmpty else { return [Span(standard.isEmpty ? "–" : standard, .muted)] }
    let line = text.split(separator: "\n", omittingEmptySubsequences: false)
    let first = String(line.first ?? "") + (line.count > 1 ? " …" : "")
    switch input {
    case .template: return TemplateColours.spans(of: first, uses: [])
    case .toggle: return [Span(text == "true" ? "on" : first, mistake == nil ? .text : Style(.failure))]
    default: return [Span(first, mistake == nil ? .text : Style(.failure))]
    }
  }
}

extension StepForm.Row {
  /// As far as there is room for it; below the rows it stands in full.
  fileprivate var mistakeBeside: StyledText {
    mistake.map { [Span("   ✗ \($0)", .failure)] } ?? ""
  }
}

// Beside or below the rows.
extension StepFormPane {
  private func drawNotes(into frame: inout Frame, _ area: Rect) {
    for (row, line) in notes(width: area.width).prefix(area.height).enumerated() {
      frame.put(line, at: area.row(row).origin, maxWidth: area.width)
    }
  }

  private func notes(width: Int) -> [StyledText] {
    let wrap = { (words: String, style: Style) in
      TextWrap.lines(of: words, width: max(8, width - 1)).map { StyledText($0, style) }
    }
    if let mistake = field?.mistake {
      return wrap("✗ \(mistake)", Style(.failure)) + wrap("Esc leaves the field as it was.", .muted)
    }
    let output = outputLines(wrap)
    if !output.isEmpty { return typedMistake.map { wrap("✗ \($0)", Style(.failure)) } ?? output }
    guard let row = selected else { return [] }
    let wrong = mistakes(from: row).flatMap { wrap("✗ \($0)", Style(.failure)) }
    return wrong + (wrong.isEmpty || size.height > 12 ? wrap(help(of: row), .muted) : [])
  }

  /// The mistake that the draft reports for the typed text, such as a step that does not exist.
  private var typedMistake: String? {
    guard let field, !isWaiting, field.kept == field.text else { return nil }
    return form?[field.field]?.mistake
  }

  /// That of the row first, then those of the step, and of its other fields.
  private func mistakes(from row: StepForm.Row) -> [String] {
    let others = rows.filter { $0.field != row.field }.compactMap(\.mistake)
    return [row.mistake].compactMap(\.self) + (form?.mistakes ?? []) + others
  }

  private func help(of row: StepForm.Row) -> String {
    let missing =
      field?.input.isTried == true && knowledge.sample == nil ? " Run the group once to see here what it gives." : ""
    return row.help + missing
  }

  private var isInTemplate: Bool {
    guard let field, field.input == .template else { return false }
    return OpenTemplate(before: field.area.beforeCursor) != nil
  }

  /// The result of the text, and the sample that it was tried on.
  private func outputLines(_ wrap: (String, Style) -> [StyledText]) -> [StyledText] {
    guard let outcome = trying.outcome else { return [] }
    let doubt = outcome.doubt.map { wrap("⚠ \($0)", Style(.warning)) } ?? []
    let origin: StyledText = knowledge.sample.map { [Span("   on \($0.origin)", .muted)] } ?? ""
    switch outcome.result {
    case .nothing: return doubt
    // A template is not wrong before it is closed.
    case .mistake(_, isOfText: true) where isInTemplate: return []
    case .mistake(let sentence, isOfText: true): return wrap("✗ \(sentence)", Style(.failure))
    case .mistake(let sentence, isOfText: false):
      return wrap("⚠ \(sentence)", Style(.warning)) + doubt
        + (knowledge.sample.map { wrap("on \($0.origin)", .muted) } ?? [])
    case .value(let word, let lines):
      let isShort = lines.count <= 1
      let head: StyledText = [Span("→ ", .muted)] + TemplateColours.json(word[...], uses: []) + origin
      return [head] + doubt + (isShort ? [] : lines.map { TemplateColours.json($0[...], uses: []) })
    }
  }
}
