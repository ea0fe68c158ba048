import ParleyModel
package import TerminalKit
import WorkbenchParts
import WorkbenchServices

/// Asks for a few values at once. Answers are held here and nowhere else until they are used.
package struct FormSheet: Sheet {
  let title: String
  let note: String
  package let form: any PopupForm
  private var fields: [FormField]
  /// The texts that the fields began with.
  private let original: [String]
  private var focused: Int
  /// Whether the last field says how long the others are kept.
  private let asksHowLong: Bool
  /// The reason why the answers cannot be taken.
  private var mistake: String?
  /// The key that said what would be lost by it: pressed again, it does what it does.
  private var warned: PopupAction?

  package init(_ form: some PopupForm) {
    (self.form, title, note, mistake) = (form, form.title, form.note, form.mistake)
    let (asked, keepings) = (form.fields, form.questions.keepings)
    asksHowLong = !keepings.isEmpty
    // A value that is typed once is not asked for again, unless the person says so.
    let usual = keepings.contains(.session) ? AnswerKeeping.session.words : nil
    fields = asked + (keepings.isEmpty ? [] : [FormField("kept", choices: keepings.map(\.words), chosen: usual)])
    original = asked.map(\.input.text)
    focused = form.focus ?? (mistake == nil ? 0 : max(0, asked.count - 1))
    // The answer accepted last was wrong. It is corrected where it ends rather than typed anew.
    if mistake != nil, !fields.isEmpty { fields[focused].continueText() }
  }

  package var isTyping: Bool { true }
  package var isLeftByClick: Bool { !hasChanged }
  package var keyContexts: [KeyContext] { [.form] + (asksHowLong ? [.question] : []) }
  package var acceptWord: String { isAtLastAnswer ? "accept" : "next field" }

  /// The answers, without the choice of how long they are kept.
  private var answers: [String] { fields.prefix(answerCount).map(\.input.text) }
  private var answerCount: Int { fields.count - (asksHowLong ? 1 : 0) }
  private var isAtLastAnswer: Bool { !(focused + 1..<max(focused + 1, answerCount)).contains(where: isWanted) }
  private var keeping: AnswerKeeping {
    AnswerKeeping.allCases.first { asksHowLong && $0.words == fields.last?.input.text } ?? .once
  }

  /// Whether something was typed or chosen.
  var hasChanged: Bool { answers != original }

  /// The typed texts, without those of masked fields.
  var kept: [EditorDraft.Text] {
    fields.prefix(answerCount).filter { !$0.input.isMasked }.map { EditorDraft.Text($0.input.text, label: $0.label) }
  }

  /// - Returns: whether they are texts of its fields.
  mutating func take(_ texts: [EditorDraft.Text]) -> Bool {
    guard texts.map(\.label) == kept.map(\.label) else { return false }
    let places = fields.indices.prefix(answerCount).filter { !fields[$0].input.isMasked }
    for (place, text) in zip(places, texts) {
      guard fields[place].choices.isEmpty || fields[place].choices.contains(text.text) else { continue }
      fields[place].input.replaceAll(with: text.text)
    }
    return true
  }

  package mutating func update(_ action: PopupAction, in state: State) -> LayerOutcome<Action> {
    switch action {
    case .close:
      guard losesTexts, warned != .close else { return .close(form.whenClosed) }
      return warn("Nothing of this is saved yet: Esc again discards it.", before: .close)
    case .accept:
      guard isAtLastAnswer else {
        turnFocus(1)
        return .handled
      }
      return accept(in: state)
    case .acceptAll: return accept(in: state)
    case .next, .move(.lines(1)): turnFocus(1)
    case .previous, .move(.lines(-1)): turnFocus(-1)
    case .turnKeeping: if asksHowLong { fields[fields.count - 1].turn(1) }
    case .move, .copy, .confirm: break
    }
    return .handled
  }

  /// Whether closing it would lose more than one text, which is more than is typed again without a thought.
  private var losesTexts: Bool {
    zip(fields, original).count { $0.choices.isEmpty && $0.input.text != $1 } > 1
  }

  /// The first secret without a text. It may be meant; it is rather where something else was typed.
  private var emptySecret: Int? {
    fields.indices.prefix(answerCount).first {
      isWanted($0) && fields[$0].input.isMasked && fields[$0].input.text.isEmpty
    }
  }

  private mutating func warn(_ sentence: String, before action: PopupAction) -> LayerOutcome<Action> {
    (mistake, warned) = (sentence, action)
    return .handled
  }

  package mutating func handle(_ event: InputEvent, in state: State) -> LayerOutcome<Action> {
    if !fields[focused].choices.isEmpty, event.isText, let field = nearestText { focused = field }
    if fields[focused].take(event) { (mistake, warned) = (nil, nil) }
    return .handled
  }

  /// The field that a text typed on a choice is meant for: the next one that takes text, else the one before.
  private var nearestText: Int? {
    let texts = fields.indices.filter { fields[$0].choices.isEmpty && isWanted($0) }
    return texts.first { $0 > focused } ?? texts.last { $0 < focused }
  }

  /// A click goes to the field it hits.
  package mutating func handle(_ mouse: Mouse, over rect: Rect, in state: State) -> LayerOutcome<Action> {
    guard mouse.action == .press(.left) else { return .handled }
    let layout = layout(over: rect)
    let inside = rect.insidePopup(layout.size)
    let row = mouse.point.y - inside.y - layout.notes.count
    guard inside.contains(mouse.point), layout.fields.indices.contains(row) else { return .handled }
    let field = layout.fields[row]
    focused = field
    guard fields[field].choices.isEmpty else {
      fields[field].turn(1)
      return .handled
    }
    _ = fields[field].input.handle(
      mouse, in: Self.input(of: inside.row(mouse.point.y - inside.y), layout))
    return .handled
  }

  /// Whether what was chosen elsewhere lets a field mean something.
  private func isWanted(_ field: Int) -> Bool {
    fields[field].need.map { $0.answers.contains(fields[$0.field].input.text) } ?? true
  }

  private mutating func turnFocus(_ step: Int) {
    repeat { focused = (focused + step + fields.count) % fields.count } while !isWanted(focused)
  }

  private mutating func accept(in state: State) -> LayerOutcome<Action> {
    do throws(FormMistake) {
      let given = FormAnswers(answers, kept: keeping)
      try form.questions.check(given)
      if warned != .accept, let field = emptySecret {
        focused = field
        return warn("“\(fields[field].label)” is empty: Enter again takes it so.", before: .accept)
      }
      if warned != .accept, let doubt = form.doubt(of: given) { return warn(doubt, before: .accept) }
      return .close(try form.action(for: given, in: state))
    } catch {
      mistake = error.sentence
      if let field = error.field { focused = field }
      return .handled
    }
  }

  package func draw(into frame: inout Frame, over rect: Rect, in state: State) {
    let layout = layout(over: rect)
    let inside = frame.popup(layout.size, over: rect, title: title)
    for (row, line) in layout.notes.enumerated() {
      frame.put(line, at: inside.row(row).origin, style: .muted, maxWidth: inside.width)
    }
    for (row, place) in layout.fields.enumerated() {
      draw(fields[place], into: &frame, inside.row(layout.notes.count + row), layout, isFocused: place == focused)
    }
    for (row, line) in layout.mistakes.enumerated() {
      frame.put(
        line, at: inside.row(layout.notes.count + layout.fields.count + row).origin, style: Style(.failure)
      )
    }
    tellHidden(layout, into: &frame, inside)
  }

  /// Shows how many fields are above and below the visible ones, if there is no room for all.
  private func tellHidden(_ layout: Layout, into frame: inout Frame, _ inside: Rect) {
    let rows = Rect(
      x: inside.x, y: inside.y + layout.notes.count, width: inside.width, height: layout.fields.count)
    frame.popupScrollBar(
      ScrollExtent(first: layout.above, shown: layout.fields.count, count: layout.count), beside: rows)
    frame.putHidden(
      above: layout.above, below: layout.count - layout.above - layout.fields.count,
      before: Point(x: inside.maxX, y: inside.maxY))
  }

  private struct Layout {
    /// Columns of the labels.
    let labels: Int
    let notes: [String]
    /// Of the fields that mean something, those there is room for, the one with the cursor among them.
    let fields: [Int]
    /// How many of them are out of sight above.
    let above: Int
    /// How many fields mean something.
    let count: Int
    let mistakes: [String]
    let size: Size
  }

  private func layout(over rect: Rect) -> Layout {
    let labels = fields.map { CellWidth.columns(of: $0.label) }.max() ?? 0
    // A choice is cut only where the screen ends.
    let choices = fields.flatMap(\.choices).map { CellWidth.columns(of: $0) }.max() ?? 0
    let width = max(10, min(max(60, labels + 30, labels + choices + 8), rect.width - 8))
    var (notes, mistakes) = ([String](), [String]())
    if !note.isEmpty { notes = TextWrap.lines(of: note, width: width) + [""] }
    if let mistake { mistakes = [""] + TextWrap.lines(of: mistake, width: width) }
    let wanted = fields.indices.filter(isWanted)
    let room = max(1, rect.height - 2)
    // A note gives way first: where it does not fit as a whole, its space belongs to the fields.
    if notes.count + wanted.count + mistakes.count > room { notes = [] }
    if wanted.count + mistakes.count > room { mistakes = Array(mistakes.dropFirst().prefix(room - 1)) }
    let count = min(wanted.count, room - mistakes.count)
    let first = max(0, (wanted.firstIndex(of: focused) ?? 0) - count + 1)
    return Layout(
      labels: labels, notes: notes, fields: Array(wanted[first..<first + count]), above: first, count: wanted.count,
      mistakes: mistakes,
      size: Size(width: width, height: notes.count + count + mistakes.count))
  }

  /// The area of a field's text.
  private static func input(of row: Rect, _ layout: Layout) -> Rect {
    row.inset(left: min(layout.labels + 2, row.width / 2)).inset(horizontal: 1)
  }

  private func draw(
    _ field: FormField, into frame: inout Frame, _ row: Rect, _ layout: Layout, isFocused: Bool
  ) {
    frame.put(
      field.label, at: row.origin, style: Style(isFocused ? .text : .muted), maxWidth: layout.labels
    )
    let input = Self.input(of: row, layout)
    frame.fill(
      Rect(x: input.x - 1, y: input.y, width: input.width + 2, height: 1), style: Style(.bar))
    guard field.choices.isEmpty else {
      let arrow = Style(isFocused ? .hint : .muted, on: .bar)
      let words: StyledText = [Span("‹ ", arrow), Span(field.input.text, Style(.text, on: .bar)), Span(" ›", arrow)]
      frame.put(words, at: input.origin, maxWidth: input.width)
      return
    }
    field.input.draw(into: &frame, rect: input, isFocused: isFocused, style: Style(.text, on: .bar))
  }
}

extension InputEvent {
  /// Whether it is a text rather than a key that chooses.
  fileprivate var isText: Bool {
    switch self {
    case .paste: true
    case .key(let key): key.typed.map { $0 != " " } ?? false
    default: false
    }
  }
}
