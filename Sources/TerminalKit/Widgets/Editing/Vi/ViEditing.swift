/// The keys of vi for a text of many lines: which mode it is in, what is typed of a command, and what it remembers.
///
///     keys → ViCommand.read → a motion, an operator on a range, an insertion
///     `.` types the keys of the last change again
package struct ViEditing: Hashable, Sendable {
  package enum Mode: Hashable, Sendable {
    case normal, insert
    /// From the anchor to the cursor, by characters or by lines.
    case visual(lines: Bool)
    /// The text to find is typed.
    case search(String, isBackward: Bool)
  }

  /// The state that outlives the field.
  package struct Memory: Hashable, Sendable {
    var register = Register()
    var find: ViMotion.Find?
    var search: Search?
    /// The keys of the last change.
    var change: [Key] = []
    /// How far what it changed was selected; nil where nothing was.
    var extent: ViExtent?

    package init() {}
  }

  /// The text that was deleted or copied last.
  struct Register: Hashable, Sendable {
    var text = ""
    var isLines = false
  }

  struct Search: Hashable, Sendable {
    var text: String
    var isBackward: Bool
  }

  package internal(set) var mode = Mode.normal
  package var memory: Memory
  /// The characters of a command that have been typed so far.
  var typed: [Character] = []
  /// The position at which the selection began.
  var anchor = TextPosition.start
  /// The keys of the change that goes on.
  var recorded: [Key] = []
  var isRepeating = false
  /// How many changes there were before the one that goes on.
  var undoMark: Int?
  /// How far what it changes is selected.
  var extent: ViExtent?

  package init(_ memory: Memory = Memory()) { self.memory = memory }

  /// For the status line, such as `NORMAL 2d`.
  package var status: String {
    let pending = typed.isEmpty ? "" : " \(String(typed))"
    switch mode {
    case .normal: return "NORMAL\(pending)"
    case .insert: return "INSERT"
    case .visual(let lines): return (lines ? "VISUAL LINE" : "VISUAL") + pending
    case .search(let text, let isBackward): return (isBackward ? "?" : "/") + text
    }
  }

  /// Whether letters are text.
  package var isInserting: Bool { mode == .insert }
  /// Whether Esc means something here; in normal mode it leaves the field.
  package var takesEscape: Bool { mode != .normal || !typed.isEmpty }
}

extension TextEditor {
  /// A key while the keys of vi are on.
  mutating func handleVi(_ key: Key) -> Outcome {
    guard var vi else { return .ignored }
    let before = core.text
    let isHandled = vi.handle(key, in: &self)
    self.vi = vi
    keepVi()
    return core.text != before ? .changed : isHandled ? .handled : .ignored
  }

  /// In normal mode the cursor stands on a character.
  private mutating func keepVi() {
    guard let vi, vi.mode == .normal, core.line.count > 0, cursor.character >= core.line.count else { return }
    let column = core.wantedColumn
    core.move(to: TextPosition(line: cursor.line, character: core.line.count - 1))
    core.wantedColumn = column
  }

  /// The selection in visual mode, including the character under the cursor; nil in other modes.
  var viSelection: Range<TextPosition>? {
    guard let vi, case .visual(let lines) = vi.mode else { return nil }
    let (first, last) = (min(vi.anchor, cursor), max(vi.anchor, cursor))
    let end = core.storage.lines[last.line].count
    guard lines else { return first..<TextPosition(line: last.line, character: min(end, last.character + 1)) }
    return TextPosition(line: first.line, character: 0)..<TextPosition(line: last.line, character: end)
  }
}

// Keys.
extension ViEditing {
  /// - Returns: whether it means something.
  mutating func handle(_ key: Key, in editor: inout TextEditor) -> Bool {
    if !isRepeating, undoMark != nil || !recorded.isEmpty { recorded.append(key) }
    switch mode {
    case .insert: return insert(key, in: &editor)
    case .search(let text, let isBackward): return search(key, text, isBackward, in: &editor)
    case .normal, .visual: return command(key, in: &editor)
    }
  }

  private mutating func insert(_ key: Key, in editor: inout TextEditor) -> Bool {
    guard key == .escape || key == .control("[") else { return editor.handlePlain(key) != .ignored }
    mode = .normal
    let back = max(0, editor.cursor.character - 1)
    editor.core.move(to: TextPosition(line: editor.cursor.line, character: back))
    endChange(in: &editor)
    return true
  }

  private mutating func search(
    _ key: Key, _ text: String, _ isBackward: Bool, in editor: inout TextEditor
  ) -> Bool {
    switch key {
    case .escape: mode = .normal
    case .backspace: mode = text.isEmpty ? .normal : .search(String(text.dropLast()), isBackward: isBackward)
    case .enter:
      mode = .normal
      if !text.isEmpty { memory.search = Search(text: text, isBackward: isBackward) }
      perform(ViCommand(verb: .move(.next(isReversed: false))), in: &editor)
    default: if let character = key.typed { mode = .search(text + String(character), isBackward: isBackward) }
    }
    return true
  }

  private mutating func command(_ key: Key, in editor: inout TextEditor) -> Bool {
    if key == .escape {
      let wasBusy = takesEscape
      (mode, typed) = (.normal, [])
      if undoMark == nil { recorded = [] }
      return wasBusy
    }
    if let plain = pageMove(key, in: editor) {
      for _ in 0..<plain.count { _ = editor.handlePlain(plain.key) }
      return true
    }
    if key == .control("r") {
      editor.redo()
      return true
    }
    guard let character = key.viCharacter else { return editor.handlePlain(key) != .ignored }
    if typed.isEmpty, !isRepeating, undoMark == nil { recorded = [key] }
    typed.append(character)
    var isVisual = false
    if case .visual = mode { isVisual = true }
    switch ViCommand.read(typed, isVisual: isVisual) {
    case .incomplete: break
    case .unknown: forget()
    case .command(let command):
      typed = []
      perform(command, in: &editor)
    }
    return true
  }

  private mutating func forget() {
    typed = []
    if undoMark == nil { recorded = [] }
  }

  private func pageMove(_ key: Key, in editor: TextEditor) -> (key: Key, count: Int)? {
    let half = max(1, editor.viewportHeight / 2)
    switch key {
    case .control("f"): return (.pageDown, 1)
    case .control("b"): return (.pageUp, 1)
    case .control("d"): return (.down, half)
    case .control("u"): return (.up, half)
    default: return nil
    }
  }
}

// A change as a whole.
extension ViEditing {
  mutating func beginChange(in editor: TextEditor) {
    guard undoMark == nil else { return }
    undoMark = editor.core.undoCount
    extent = ViExtent(in: editor, mode)
  }

  /// Ends a change, which is undone as a whole and repeated by `.`.
  mutating func endChange(in editor: inout TextEditor) {
    guard let mark = undoMark, !isRepeating else { return }
    editor.core.joinChanges(from: mark)
    undoMark = nil
    if !recorded.isEmpty { (memory.change, memory.extent) = (recorded, extent) }
    recorded = []
  }

  mutating func repeatChange(_ count: Int, in editor: inout TextEditor) {
    let mark = editor.core.undoCount
    let (keys, extent) = (memory.change, memory.extent)
    isRepeating = true
    for _ in 0..<count {
      if let extent { select(extent, in: &editor) }
      for key in keys {
        // What is selected is asked of the editor.
        editor.vi = self
        _ = handle(key, in: &editor)
      }
      // What the keys of a change leave open is over.
      (mode, typed) = (.normal, [])
    }
    isRepeating = false
    undoMark = nil
    editor.core.joinChanges(from: mark)
  }
}

extension Key {
  /// As vi reads it in a command; arrows are letters there.
  fileprivate var viCharacter: Character? {
    if let typed { return typed }
    switch self {
    case .left, .backspace: return "h"
    case .right: return "l"
    case .up: return "k"
    case .down: return "j"
    case .home: return "0"
    case .end: return "$"
    case .enter: return "+"
    case .delete: return "x"
    default: return nil
    }
  }
}
