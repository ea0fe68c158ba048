import ParleyModel
import WorkbenchParts
import WorkbenchServices

// The meaning of a tab's templates, and how much stands in each.
extension TabContents {
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
    let field: DraftField = showsVariables && draft.body.kind == .graphql ? .variables : .body
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

  /// Whether a template has a note beside its line. On the tabs of settings only templates in those count, because
  /// their origins need the room.
  var hasNotes: Bool {
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

  func count(of tab: Composer.Tab) -> String {
    switch tab {
    case .params:
      let count = Parameters(of: draft).rows.count
      return count == 0 ? "" : "\(count)"
    case .headers:
      let own = draft.headers.count
      return own + preview.inherited.count == 0 ? "" : "\(own + preview.inherited.count)"
    case .auth: return draft[.auth].isEmpty ? "" : "(\(draft[.auth]))"
    case .body: return draft.body == .none ? "" : TabLine.Title.sign
    case .expect:
      let isSilent = draft.expectedHeaders.isEmpty && draft.expectedFilters.isEmpty
      return isSilent && fixedCount(of: .expect) == 0 ? "" : TabLine.Title.sign
    case .capture: return draft.captures.isEmpty ? "" : "\(draft.captures.count)"
    case .options: return fixedCount(of: .options) == 0 ? "" : "\(fixedCount(of: .options))"
    case .docs: return draft.docs.isEmpty ? "" : TabLine.Title.sign
    }
  }

  /// How many settings of a tab the request itself says something about.
  private func fixedCount(of tab: Composer.Tab) -> Int {
    let keys = tab == .options ? SettingKey.options : [.status, .within, .schema, .envelope, .responseRoot, .codec]
    return keys.count { !draft[$0].isEmpty }
  }
}
