import ParleyModel
import TerminalKit
import WorkbenchParts
import WorkbenchServices

// Explanations of the thing under the cursor.
extension Composer {
  /// The text under the cursor as it is written, with its templates.
  var written: (text: String, field: DraftField?)? {
    if let fixed = selectedFixed {
      return (fixed.value.isEmpty ? fixed.inherited?.value ?? "" : fixed.value, fixed.id.field(in: draft))
    }
    if let row = selectedRow { return (rows[row][column], contents.draftField(ofRow: row)) }
    if let inherited = selectedInherited { return (inherited.header.value, nil) }
    switch spot {
    case .method: return (draft.method, .method)
    case .url, .tabs, .kind: return (url, .url)
    case .content: return text.map { ($0, tab == .body ? .body : nil) }
    }
  }

  /// The text with its templates filled in as far as their values are known and no secret.
  func filled(_ text: String, _ field: DraftField?) -> String {
    let uses = preview.uses.filter { $0.field == field && !$0.isSecret }
    var result = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "{{")?.lowerBound,
      let end = TemplateScanner.templateEnd(in: rest, at: start)
    {
      let template = rest[start..<end]
      let inner = template.dropFirst(2).dropLast(2).filter { $0 != " " }
      let value = uses.first { $0.expression.filter { $0 != " " } == inner }?.value
      result += rest[..<start] + (value ?? String(template))
      rest = rest[end...]
    }
    return result + rest
  }

  /// How the URL is sent, and the assumption made about it, while the cursor is on it; nil elsewhere.
  var urlHint: String? {
    guard field.map({ $0.place == .url }) ?? (spot == .url), guest == nil, !isAddressFixed else { return nil }
    if let hint = preview.hint { return "F5 sends it. \(hint)" }
    guard field != nil, !draft.url.isEmpty else { return nil }
    return "F5 sends it. Items may follow: a=text b:=json c==query D:header"
  }

  /// The source of the value of the setting under the cursor, where it is not the request, and what it means; nil elsewhere.
  private var settingWords: String? {
    guard let help = settingHelp else { return nil }
    guard let row = selectedFixed, row.value.isEmpty else { return help }
    if let inherited = row.inherited, !inherited.value.isEmpty, !inherited.origin.isEmpty {
      return isShownWhole(inherited) ? help : "\(inherited.value) ← \(inherited.origin). \(help)"
    }
    guard case .setting(let key) = row.id, let standard = key.field.standard?.words,
      standard.count > Self.longestBeside
    else { return help }
    return "\(standard) ← default. \(help)"
  }

  /// A row under the cursor that the request inherits, where its origin is too long for the column beside it; nil elsewhere.
  private var inheritedWords: String? {
    guard let header = selectedInherited?.header, header.origin.count > Self.longestBeside else { return nil }
    return "\(header.name): \(header.value) ← \(header.origin)."
  }

  /// Whether a value and its origin have room in their line, whatever its name takes.
  private func isShownWhole(_ inherited: InheritedSetting) -> Bool {
    CellWidth.columns(of: inherited.value) + CellWidth.columns(of: inherited.origin) + 4 <= size.width / 3
  }

  /// The meaning of the sign in front of the row under the cursor, where it is not that of a row that is sent; nil elsewhere.
  private var signWords: String? {
    guard field == nil else { return nil }
    if rows.contains(where: { !$0.isOn }), let row = selectedRow, !rows[row].isOn {
      return "~ is off: kept in the file, and left out. Space turns it on."
    }
    guard let inherited = selectedInherited, !inherited.isOverridden else { return nil }
    return "· is inherited. Enter gives the request a row of its own."
  }

  /// The values of the templates in the row under the cursor and where they come from, where there is no room for that beside
  /// it; nil elsewhere.
  private var templateWords: String? {
    guard field == nil, spot == .content, showsRows, contents.hasNotes else { return nil }
    let uses =
      if let row = selectedRow {
        contents.uses(inRow: row, rows[row])
      } else if let field = selectedFixed?.id.field(in: draft) {
        preview.uses.filter { $0.field == field }
      } else {
        [TemplateUse]()
      }
    return TemplateNote.words(uses, beside: ComposerLayout.notes(besideRowsOf: size.width))
  }

  /// A longer default, or origin, is cut in its line.
  private static let longestBeside = 16

  /// A sentence that explains the setting under the cursor, with the form of its values; nil elsewhere.
  var settingHelp: String? {
    guard case .setting(let key)? = selectedFixed?.id else { return nil }
    let field = key.field
    let help = field.help.replacing("`", with: "")
    let wantsForm = field.kind.choices.isEmpty && !field.form.isEmpty && !help.contains(field.example)
    return help + (wantsForm ? " \(field.form)" : "")
  }

  var problem: Problem? {
    // The field itself asks for the URL of a request that has just begun.
    if request.isScratch, draft.url.isEmpty { return nil }
    // Half a template is not wrong yet, while the names that may stand in it are listed.
    if field?.completion != nil { return nil }
    // Half a URL is a path without a server, and not wrong yet.
    if field?.place == .url { return preview.problems.first { $0.field == .url }?.problem }
    // A template is not wrong before it is closed.
    if let field, OpenTemplate(before: field.area.beforeCursor) != nil { return nil }
    let field =
      selectedRow.flatMap { contents.draftField(ofRow: $0) } ?? selectedFixed?.id.field(in: draft)
      ?? (spot == .url || spot == .method ? .url : nil)
    let problems = preview.problems
    let found =
      problems.first { $0.field == field && field != nil } ?? problems.first { $0.field == nil }
      ?? problems.first { $0.field?.isSetting == true }
    return found?.problem
  }

  /// As much of it as has room. What helps on is not cut within a sentence, and where a value comes from gives way to what its
  /// setting means.
  func wordsBelow(in size: Size) -> String {
    let words = wordsBelow ?? ""
    guard mistake == nil, problem == nil, let help = settingHelp, words.hasSuffix(help) else { return words }
    let least = words == help ? 1 : 2
    return words.sentences(atLeast: least, in: size) ?? help.sentences(atLeast: 1, in: size) ?? words
  }

  /// The line below the content: what is wrong, else what helps on.
  var wordsBelow: String? {
    (mistake?.sentence ?? problem?.sentence).map { "✗ \($0)" } ?? urlHint ?? settingWords ?? inheritedWords ?? signWords
      ?? templateWords
  }
}
