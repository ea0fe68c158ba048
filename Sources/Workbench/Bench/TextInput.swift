import TerminalKit

/// One line of text under edit.
struct TextInput: Hashable, Sendable {
  private var characters: [Character]
  /// Where the next character goes.
  private var cursor: Int
  let isMasked: Bool

  init(_ text: String = "", isMasked: Bool = false) {
    characters = Array(text)
    cursor = characters.count
    self.isMasked = isMasked
  }

  var text: String { String(characters) }

  /// - Returns: whether the text has changed.
  mutating func handle(_ event: InputEvent) -> Bool {
    switch event {
    case .paste(let text):
      insert(text.filter { !$0.isNewline })
      return !text.isEmpty
    case .key(let key): return press(key)
    default: return false
    }
  }

  private mutating func press(_ key: Key) -> Bool {
    if let typed = key.typed {
      insert(String(typed))
      return true
    }
    switch key {
    case .backspace: return remove(before: 1)
    case .delete: return remove(after: 1)
    case .control("u"): return remove(before: cursor)
    case .control("k"): return remove(after: characters.count - cursor)
    case .control("w"): return remove(before: cursor - wordStart)
    case .left: cursor = max(0, cursor - 1)
    case .right: cursor = min(characters.count, cursor + 1)
    case .home, .control("a"): cursor = 0
    case .end, .control("e"): cursor = characters.count
    default: break
    }
    return false
  }

  private mutating func insert(_ text: String) {
    characters.insert(contentsOf: text, at: cursor)
    cursor += text.count
  }

  private mutating func remove(before count: Int) -> Bool {
    let start = max(0, cursor - count)
    defer { cursor = start }
    characters.removeSubrange(start..<cursor)
    return start < cursor
  }

  private mutating func remove(after count: Int) -> Bool {
    let end = min(characters.count, cursor + count)
    characters.removeSubrange(cursor..<end)
    return cursor < end
  }

  private var wordStart: Int {
    var place = cursor
    while place > 0, characters[place - 1] == " " { place -= 1 }
    while place > 0, characters[place - 1] != " " { place -= 1 }
    return place
  }
}

extension TextInput {
  func draw(into frame: inout Frame, _ row: Rect, isFocused: Bool, style: Style = .text) {
    guard row.width > 0 else { return }
    let shown = isMasked ? characters.map { _ in Character("•") } : characters
    let before = Sanitizer.visible(String(shown[..<cursor]))
    // The cursor needs a column of its own behind the text.
    let skipped = max(0, CellWidth.columns(of: before) - row.width + 1)
    let text = StyledText(Sanitizer.visible(String(shown)), style)
    frame.put(text, at: row.origin, maxWidth: row.width, skipping: skipped)
    if isFocused { frame.cursor = row.origin.moved(right: CellWidth.columns(of: before) - skipped) }
  }
}
