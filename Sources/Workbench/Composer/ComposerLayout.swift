import TerminalKit

/// Where the parts of the composer stand in a pane of a given size.
struct ComposerLayout: Hashable {
  var url: Rect
  var tabs: Rect
  /// The line that says of which kind the body is.
  var kind: Rect
  /// Rows or text.
  var content: Rect
  /// What is wrong with what the cursor is on.
  var problem: Rect
  /// Width of what stands beside a line: values and their sources.
  var notes: Int

  init(_ rect: Rect, hasKind: Bool, hasProblem: Bool, hasNotes: Bool) {
    let isTall = rect.height >= 5
    let rows = rect.rows(
      .fixed(1), .fixed(1), .fixed(hasKind && rect.height >= 4 ? 1 : 0), .weight(1),
      .fixed(hasProblem && isTall ? 1 : 0))
    (url, tabs, kind, content, problem) = (rows[0], rows[1], rows[2], rows[3], rows[4])
    notes = !hasNotes ? 0 : rect.width >= 72 ? rect.width * 2 / 5 : rect.width >= 40 ? rect.width / 3 : 0
  }
}

extension Composer {
  func layout(in rect: Rect) -> ComposerLayout {
    ComposerLayout(
      rect, hasKind: tab == .body, hasProblem: mistake != nil || problem != nil || urlHint != nil,
      hasNotes: hasNotes)
  }

  /// Whether a template has something to say beside its line. Where settings are, room for their origins matters more.
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
    (text ?? "").utf8.reduce(1) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
  }

  mutating func resize(to size: Size) {
    self.size = size
    refresh()
  }
}
