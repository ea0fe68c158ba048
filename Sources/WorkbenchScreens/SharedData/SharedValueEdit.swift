import ParleyEngine
import ParleyText
package import TerminalKit
package import WorkbenchParts
import WorkbenchServices
import WorkbenchState

/// A value while it is edited: what it was made from, and what has become of it.
package struct SharedValueEdit: ValueEdit, Hashable, Sendable {
  let name: String
  /// The change it was made from: what is kept must still follow that one.
  private(set) var base: Int64
  let isSecret: Bool
  /// As it was when editing began.
  package let original: String
  private let originalKind: SharedValue.Kind
  var kind: SharedValue.Kind
  package var editor: TextEditor
  package var mistake: DraftMistake?
  /// The version that somebody else has written since.
  var newer: SharedRow?
  /// The decoded form of the value, if that is edited in its place.
  let decoded: DecodedValue?
  /// The other settings of a key that does not exist yet.
  let creation: NewSharedKey?
  /// It is going to the store; typing waits.
  var isKeeping = false

  /// - Parameter decoded: edited in the value's place.
  /// - Returns: nil for what is no text.
  init?(_ detail: SharedKeyDetail, decoded: DecodedValue? = nil) {
    guard let value = decoded?.shown ?? detail.value, let text = Self.text(of: value) else { return nil }
    self.decoded = decoded
    (name, base, isSecret) = (detail.name, detail.row.sequence, detail.row.isSecret)
    (original, originalKind, kind) = (text, value.kind, value.kind)
    creation = nil
    editor = TextEditor(text, showsNumbers: text.contains("\n"))
    editor.isCode = kind == .json
    placeCursor()
  }

  /// The first value of a new key.
  init(_ key: NewSharedKey) {
    (name, base, creation) = (key.name, 0, key)
    decoded = nil
    // What is typed is shown in any case; that a file for it must not stay on a disk is better assumed.
    isSecret = true
    (original, originalKind, kind) = ("", key.kind, key.kind)
    editor = TextEditor("", showsNumbers: false)
    editor.isCode = kind == .json
  }

  /// The intent that saves the typed text.
  func intent() throws(DraftMistake) -> SharedDataIntent {
    let value = try value()
    return SharedDataIntent(name, creation.map { .create(value, $0) } ?? .set(value, ifStill: base))
  }

  private static func text(of value: SharedValue) -> String? {
    switch value {
    case .text(let text): text
    case .json(let json): JSONPrinter.pretty.string(of: json)
    case .bytes: nil
    }
  }

  var hasChanged: Bool { text != original || kind != originalKind }

  /// The typed text, as a value of its kind.
  func value() throws(DraftMistake) -> SharedValue {
    if let decoded { return try encoded(by: decoded) }
    guard kind == .json else { return .text(text) }
    do throws(JSONSyntaxError) { return .json(try JSONValue(parsing: Array(text.utf8))) } catch {
      throw DraftMistake(error, in: text)
    }
  }

  private func encoded(by decoded: DecodedValue) throws(DraftMistake) -> SharedValue {
    do throws(DecodedEditError) { return try decoded.encoding(text) } catch {
      switch error {
      case .syntax(let error): throw DraftMistake(error, in: text)
      case .noTime: throw DraftMistake("A time looks like 2026-11-25T14:03:07Z.")
      case .readOnly: throw DraftMistake("It cannot be written back in its encoding.")
      }
    }
  }

  /// Text becomes JSON, and JSON text.
  mutating func turnKind() {
    guard decoded == nil else { return }
    kind = kind == .json ? .text : .json
    editor.isCode = kind == .json
    mistake = nil
  }

  /// Goes on with what was typed before the program ended.
  /// - Parameter base: the change that it was made from: one that came after it is not written over unseen.
  mutating func resume(_ text: String, as kind: SharedValue.Kind?, from base: Int64?) {
    replaceText(text)
    if let kind, kind != self.kind { turnKind() }
    if let base { self.base = base }
  }

  mutating func replaceText(_ text: String) {
    editor.replaceAll(with: text)
  }
}

// Its keys while it is open.
extension SharedValueEdit: SharedDataPart {
  static var commands: [CommandRow] {
    let editor: [KeyContext] = [.sharedEditor]
    return [
      row(
        "keep", "Save the value", "Saves the value. Checks JSON first.", ["Ctrl-S", "Alt-Enter"], .edit(.keep),
        in: editor, hint: .init("save", rank: 1)),
      CommandRow(
        .leaveEditor, "shared.leave", in: editor, hint: .init("cancel", rank: 2), does: .shared(.edit(.leave))),
      row(.handOver, "shared.handOver", in: editor, hint: .init("$EDITOR", rank: 30)) { screen, _ in
        screen.whileTyping { $0.value.edit.map { [.perform(SharedDataEffect.stage($0))] } ?? [] }
      },
      row(.indent, "shared.indent", in: editor) { screen, _ in
        screen.whileTyping { screen in
          screen.changeEditor { _ = $0.handle(.tab) }
          return []
        }
      },
      row(
        "kind", "Text or JSON", "Switches the value between text and JSON.", ["Alt-t"], in: editor,
        hint: .init("text / JSON", rank: 20)
      ) { screen, _ in
        screen.whileTyping { screen in
          screen.value.edit?.turnKind()
          return []
        }
      },
      row(.undoTyping, "shared.undoTyping", in: editor) { screen, _ in
        screen.whileTyping { screen in
          screen.changeEditor { $0.undo() }
          return []
        }
      },
      row(.redoTyping, "shared.redoTyping", in: editor) { screen, _ in
        screen.whileTyping { screen in
          screen.changeEditor { $0.redo() }
          return []
        }
      },
    ]
  }
}
