import ParleyModel
import TerminalKit
import WorkbenchParts
import WorkbenchServices

// What the templates of the draft mean.
extension Composer {
  /// The field of a row of the tab that is shown. Parameters written in the URL belong to the URL.
  func draftField(ofRow row: Int) -> DraftField? {
    switch tab {
    case .params:
      let inURL = Parameters(of: draft).rows.prefix { $0.written != nil }.count
      return row < inURL ? .url : .query(row - inURL)
    case .headers: return .header(row)
    case .body: return draft.body.kind == .multipart ? .part(row) : .form(row)
    case .expect: return .expectedHeader(row)
    case .auth, .capture, .options, .docs: return nil
    }
  }

  /// The templates in a row of the tab.
  func uses(inRow row: Int, _ text: DraftRow) -> [TemplateUse] {
    guard text.value.contains("{{"), let field = draftField(ofRow: row) else { return [] }
    let uses = preview.uses.filter { $0.field == field }
    return field == .url ? uses.filter { text.value.contains($0.expression) } : uses
  }

  /// The templates of the body, by the line they begin on.
  var usesByLine: [Int: [TemplateUse]] {
    guard tab == .body, let text else { return [:] }
    let field: DraftField = position.showsVariables && draft.body.kind == .graphql ? .variables : .body
    let uses = preview.uses.filter { $0.field == field }.sorted { $0.range.lowerBound < $1.range.lowerBound }
    guard !uses.isEmpty else { return [:] }
    var result: [Int: [TemplateUse]] = [:]
    var rest = uses[...]
    var (line, offset) = (0, 0)
    for byte in text.utf8 {
      while let use = rest.first, use.range.lowerBound <= offset {
        result[line, default: []].append(use)
        rest.removeFirst()
      }
      if rest.isEmpty { break }
      if byte == UInt8(ascii: "\n") { line += 1 }
      offset += 1
    }
    return result
  }

  /// The text under the cursor as it is written, with its templates.
  var written: (text: String, field: DraftField?)? {
    if let fixed = selectedFixed {
      return (fixed.value.isEmpty ? fixed.inherited?.value ?? "" : fixed.value, fixed.id.field(in: draft))
    }
    if let row = selectedRow { return (rows[row][column], draftField(ofRow: row)) }
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
    if let inherited = row.inherited, !inherited.origin.isEmpty {
      return "\(inherited.value) ← \(inherited.origin). \(help)"
    }
    guard case .setting(let key) = row.id, let standard = key.field.standard?.words,
      standard.count > Self.longestBeside
    else { return help }
    return "\(standard) ← default. \(help)"
  }

  /// A row under the cursor that the request inherits, where its origin is too long for the column beside it; nil elsewhere.
  private var inheritedWords: String? {
    guard let header = selectedInherited?.header, header.origin.count > Self.longestBeside else { return nil }
    return "\(header.value) ← \(header.origin)."
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
    let field = selectedRow.flatMap { draftField(ofRow: $0) } ?? (spot == .url || spot == .method ? .url : nil)
    return preview.problems.first { $0.field == field && field != nil }?.problem
      ?? preview.problems.first { $0.field == nil }?.problem
  }
}

/// The areas of the composer's parts in a pane of a given size.
struct ComposerLayout: Hashable {
  var url: Rect
  var tabs: Rect
  /// The line that says of which kind the body is.
  var kind: Rect
  /// Rows or text.
  var content: Rect
  /// The area of the problem, or of the help, under the cursor.
  var problem: Rect
  /// Width of what stands beside a line: values and their sources.
  var notes: Int

  /// - Parameters:
  ///   - words: lines wanted for the problem or the help.
  ///   - isOfText: whether they are about an error in the text.
  ///   - lines: rows of the content; nil for a text, which has all there is.
  init(_ rect: Rect, hasKind: Bool, words: Int, isOfText: Bool, lines: Int?, hasNotes: Bool) {
    let tallest = rect.height >= 20 ? 6 : rect.height >= 12 ? 3 : rect.height >= 6 ? 2 : rect.height >= 5 ? 1 : 0
    // Of a text more is to be seen than of what is wrong with it.
    let usual = isOfText ? min(tallest, max(1, (rect.height - 3 - (hasKind ? 1 : 0)) / 2)) : tallest
    // Rows that stay empty are the words' too.
    let most = max(usual, lines.map { min(4, rect.height - 2 - (hasKind ? 1 : 0) - max(1, $0)) } ?? 0)
    let rows = rect.rows(
      .fixed(1), .fixed(1), .fixed(hasKind && rect.height >= 4 ? 1 : 0), .weight(1),
      .fixed(min(words, most)))
    (url, tabs, kind, content, problem) = (rows[0], rows[1], rows[2], rows[3], rows[4])
    notes = !hasNotes ? 0 : rect.width >= 72 ? rect.width * 2 / 5 : rect.width >= 40 ? rect.width / 3 : 0
  }
}

extension Composer {
  func layout(in rect: Rect) -> ComposerLayout {
    ComposerLayout(
      rect, hasKind: tab == .body, words: wordLines(columns: rect.width), isOfText: showsText && mistake != nil,
      lines: showsRows ? cursor.count : nil, hasNotes: hasNotes)
  }

  /// Lines wanted below the content. On a tab of settings a few are kept free, so that little jumps.
  private func wordLines(columns: Int) -> Int {
    let wanted = wordsBelow.map { TextWrap.lines(of: $0, width: max(8, columns - 2)).count } ?? 0
    return tab == .options && spot == .content ? max(3, wanted) : wanted
  }

  /// The line below the content: what is wrong, else what helps on.
  var wordsBelow: String? {
    (mistake?.sentence ?? problem?.sentence).map { "✗ \($0)" } ?? urlHint ?? settingWords ?? inheritedWords
  }

  /// Whether a template has a note beside its line. On the tabs of settings only templates in those count, because
  /// their origins need the room.
  private var hasNotes: Bool {
    switch tab {
    case .params, .headers, .body: !preview.uses.isEmpty
    case .auth, .expect, .options:
      preview.uses.contains { use in
        switch use.field {
        case .setting, .expectedHeader: true
        default: false
        }
      }
    case .capture: !draft.captures.isEmpty
    case .docs: false
    }
  }

  /// Lines of text that fit.
  var textHeight: Int {
    max(1, layout(in: Rect(origin: .zero, size: size)).content.height)
  }

  /// Columns in front of text: line numbers where there is room, else the mark of the cursor.
  var textGutter: Int {
    tab == .docs || size.width < 40 ? 1 : max(3, String(textLineCount).count + 1) + 1
  }

  /// Columns of text while it is edited.
  var textWidth: Int {
    max(1, size.width - textGutter - layout(in: Rect(origin: .zero, size: size)).notes)
  }

  var textLineCount: Int {
    if let notes = readNotes { return notes.count }
    return (text ?? "").utf8.reduce(1) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
  }
}
