import TerminalKit
import WorkbenchParts
import WorkbenchServices

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
