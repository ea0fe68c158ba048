import ParleyEngine
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

extension StepFormPane {
  /// Opens the row under the cursor.
  mutating func open(text: String) {
    guard let row = selected else { return }
    trying.stop()
    let isLong = row.input == .notes || text.contains("\n")
    var area = isLong ? TextField(lines: text, at: 0) : TextField(text)
    // A new filter passes on what it gets: nobody means to add to that.
    if row.input == .filter, text == "." { area.selectAll() }
    fieldCount += 1
    field = Field(
      field: row.field, input: row.input, original: row.text, area: area, kept: row.text, number: fieldCount)
    resize(to: size)
  }

  /// Offers the completions of the text at the cursor.
  mutating func complete() {
    guard let field else { return }
    let completion = completion(of: field)
    self.field?.completion = completion
  }

  /// The choices follow what has come to be known meanwhile.
  mutating func completeAgain() {
    guard let field else { return }
    let completion = completion(of: field)?.following(field.completion)
    self.field?.completion = completion
  }

  private var templateWords: TemplateWords {
    TemplateWords(names: knowledge.names, requests: requests, responses: responses)
  }

  /// The request whose last response what is typed wants to name a value of.
  var missingResponse: String? { field.flatMap { templateWords.missing(before: $0.area.beforeCursor) } }

  private func completion(of field: Field) -> Completion? {
    let before = field.area.beforeCursor
    switch field.input {
    case .filter:
      let word = before.lastFilterWord
      guard !word.isEmpty else { return nil }
      let names = word.hasPrefix(".") ? trying.outcome?.paths ?? [] : knowledge.words
      return Completion(of: word, among: names, at: .part)
    case .template, .words: return Completion(in: field.area, of: templateWords)
    case .request, .group: return Completion(of: before, among: ids)
    default: return nil
    }
  }
}

// Keys typed into a field, or pressed in a list of choices.
extension StepFormPane {
  mutating func type(_ event: InputEvent) -> [Effect] {
    if menu != nil {
      menu?.handle(event)
      return []
    }
    return changeField { _ = $0.handle(event) }
  }

  mutating func changeField(_ change: (inout TextField) -> Void) -> [Effect] {
    guard var area = field?.area else { return [] }
    let before = area.text
    change(&area)
    field?.area = area
    guard area.text != before else { return [] }
    field?.mistake = nil
    complete()
    return tryText() + keepTyped() + askForResponse()
  }

  /// Asks for the paths of a request's last response, to complete them as soon as a template names it.
  private func askForResponse() -> [Effect] {
    guard let request = missingResponse else { return [] }
    return [.perform(ResponsePathsEffect(request: request) { .groups(.form(.learnedResponse(request, $0))) })]
  }

  /// Tries what is typed on what the last run recorded.
  mutating func tryText(runsProgram: Bool = false) -> [Effect] {
    let (row, typed) = (selected, field)
    guard let field = typed?.field ?? row?.field, let input = typed?.input ?? row?.input else { return [] }
    guard input.isTried || runsProgram && input == .program else { return [] }
    let trial = StepTrial(
      field, typed?.text ?? row?.text ?? "", beforeCursor: typed?.area.beforeCursor ?? "", runsProgram: runsProgram)
    return [.perform(trying.effect(trial, on: knowledge.sample))]
  }

  mutating func moveChoice(_ step: ListCursor.Step) {
    if menu != nil {
      menu?.cursor.move(step)
    } else {
      field?.completion?.move(step)
    }
  }

  mutating func leaveChoice() {
    if menu != nil { menu = nil } else { field?.completion = nil }
  }

  /// Tab accepts the first choice too. Enter takes over the field where a name is typed already, or may be whole as it is
  /// until a choice is gone to.
  mutating func acceptChoice(_ isByTab: Bool) -> [Effect] {
    if let menu, let row = selected {
      guard let choice = menu.choice else { return [] }
      self.menu = nil
      return set(row.field, to: choice == ChoiceMenu.nothing ? "" : choice)
    }
    guard let completion = field?.completion else { return [] }
    if !isByTab, !completion.isChosen || completion.choice.name == completion.typed { return accept() ?? [] }
    var goesOn = false
    let effects = changeField { goesOn = completion.accept(in: &$0) }
    if !goesOn { field?.completion = nil }
    return effects
  }
}

extension StepInput {
  /// Whether its text is typed rather than chosen.
  var isTyped: Bool {
    switch self {
    case .filter, .template, .program, .number, .duration, .name, .request, .group, .words: true
    case .choice, .toggle, .notes, .overrides: false
    }
  }
}

extension String {
  /// The path or name at the end of a filter: `.items[0].na`, `$steps.lo`, `min_`. Nothing inside of a string.
  fileprivate var lastFilterWord: String {
    guard count(where: { $0 == "\"" }).isMultiple(of: 2) else { return "" }
    let word = String(reversed().prefix { $0.isLetter || $0.isNumber || "_.$[]".contains($0) }.reversed())
    // What follows a bracket is no path by itself, and a number no name.
    let start = word.firstIndex { ".$".contains($0) || $0.isLetter || $0 == "_" }
    return start == word.startIndex ? word : ""
  }
}
