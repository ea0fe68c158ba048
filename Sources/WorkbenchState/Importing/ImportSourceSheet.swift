internal import ParleyModel
internal import ParleyText
package import TerminalKit
import WorkbenchParts
import WorkbenchServices

/// Asks what to import: a path, which is completed as one types, a URL, or a text that is pasted.
package struct ImportSourceSheet: Sheet {
  package var isLeftByClick: Bool { false }

  private var input = LineEditor()
  private var paths: [String] = []
  /// In the list; nil while the line has the cursor.
  private var selected: Int?
  private var mistake: String?

  /// - Parameter place: one that is likely, which typing replaces.
  package init(_ place: String? = nil) {
    if let place { input = .opened(place) }
  }

  /// So many files are shown at once.
  private static let room = 8
  private static let width = 74
  private static let note = [
    "\(ImportFormat.titles).",
    "Type a path (Tab completes it) or a URL, or paste the document itself.",
  ]

  /// The text in the line.
  var typed: String {
    get { input.text }
    set { input.replaceAll(with: newValue) }
  }

  package var isTyping: Bool { true }
  package var acceptWord: String { "read it" }

  /// Takes what was found for what is typed; for other text it comes too late.
  package mutating func offer(_ paths: [String], for typed: String) {
    guard typed == input.text else { return }
    self.paths = paths
    selected = nil
  }

  package mutating func update(_ action: PopupAction, in state: State) -> LayerOutcome<Action> {
    switch action {
    case .close: return .close(nil)
    case .accept: return accept()
    case .next: return paths.isEmpty ? .handled : take(paths[selected ?? 0])
    case .previous, .move(.lines(-1)): move(-1)
    case .move(.lines): move(1)
    case .move, .copy, .turnKeeping, .acceptAll, .confirm: break
    }
    return .handled
  }

  private mutating func move(_ step: Int) {
    guard !paths.isEmpty else { return }
    let next = (selected ?? -1) + step
    selected = next < 0 ? nil : min(next, paths.count - 1)
  }

  private mutating func accept() -> LayerOutcome<Action> {
    if let selected { return take(paths[selected], reads: true) }
    let text = input.text.trimmed
    guard !text.isEmpty else {
      mistake = "Type a path or a URL, or paste a document."
      return .handled
    }
    return .close(.importing(.read(ImportWish(.place(text)))))
  }

  /// Opens a folder, or takes a file as the source.
  private mutating func take(_ path: String, reads: Bool = false) -> LayerOutcome<Action> {
    if reads, !path.hasSuffix("/") { return .close(.importing(.read(ImportWish(.place(path))))) }
    input.replaceAll(with: path)
    selected = nil
    return .act(.importing(.complete(path)))
  }

  package mutating func handle(_ event: InputEvent, in state: State) -> LayerOutcome<Action> {
    if case .paste(let text) = event, text.contains(where: \.isNewline) || text.count > 2_000 {
      return .close(.importing(.read(ImportWish(.text(text)))))
    }
    guard input.take(event) else { return .handled }
    (mistake, selected) = (nil, nil)
    return .act(.importing(.complete(input.text)))
  }

  package func draw(into frame: inout Frame, over rect: Rect, in state: State) {
    let width = max(20, min(Self.width, rect.width - 8))
    let list = max(0, min(Self.room, rect.height - 2 - Self.note.count - 3))
    let size = Size(width: width, height: Self.note.count + 3 + list)
    let inside = frame.popup(size, over: rect, title: "Import an API")
    for (row, line) in Self.note.enumerated() {
      frame.put(line, at: inside.row(row).origin, style: .muted, maxWidth: width)
    }
    let field = inside.row(Self.note.count + 1)
    frame.fill(field, style: Style(.bar))
    input.draw(into: &frame, rect: field.inset(horizontal: 1), isFocused: true, style: Style(.text, on: .bar))
    if let mistake {
      frame.put(mistake, at: inside.row(Self.note.count + 2).origin, style: Style(.failure), maxWidth: width)
    }
    drawPaths(into: &frame, inside.inset(top: Self.note.count + 3), list)
  }

  private func drawPaths(into frame: inout Frame, _ rect: Rect, _ count: Int) {
    let top = max(0, (selected ?? 0) - count + 1)
    for (row, path) in paths.dropFirst(top).prefix(count).enumerated() {
      let line = rect.row(row)
      let isSelected = selected == top + row
      if isSelected { frame.fill(line, style: Style(.selection)) }
      let style = Style(path.hasSuffix("/") ? .accent : .text, on: isSelected ? .selection : nil)
      frame.put(Sanitizer.visible(path), at: line.origin.moved(right: 1), style: style, maxWidth: rect.width - 1)
    }
    let hidden = paths.count - top - count
    if hidden > 0 {
      let more = " ↓ \(hidden) more "
      frame.put(more, at: Point(x: rect.maxX - more.count, y: rect.maxY), style: .muted)
    }
  }
}
