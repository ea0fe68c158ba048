import ParleyEngine
package import TerminalKit
package import WorkbenchParts
import WorkbenchState

/// The text typed for a step that waits: its input, the elements it is to run for, or the result that replaces its own.
package struct StepEdit: ValueEdit, Hashable, Sendable {
  enum Purpose: Hashable, Sendable {
    /// Of one that waits: what it works on, what it runs for, what stands for its result, and what it hands on.
    case input, list, result, output
    /// Of one that has ended: what later steps work on.
    case value
  }

  let purpose: Purpose
  let run: String
  let path: NodePath
  let name: String
  /// As it was when editing began.
  package let original: String
  package var editor: TextEditor
  package var mistake: DraftMistake?
  /// The reason why the step has no list of its own.
  var reason: String?
  /// The secrets behind the masks.
  private let masked: MaskedText

  /// - Parameter value: the initial value; nil leaves the editor empty.
  init(
    _ purpose: Purpose, _ value: JSONValue?, of stop: Debugger.Stop, in run: String, hiding secrets: Secrets = Secrets()
  ) {
    self.init(purpose, value, of: stop.node.path, stop.node.name, in: run, hiding: secrets)
  }

  /// - Parameter secrets: are masked; a mask that is left as it is keeps the secret.
  init(
    _ purpose: Purpose, _ value: JSONValue?, of path: NodePath, _ name: String, in run: String,
    hiding secrets: Secrets = Secrets()
  ) {
    self.purpose = purpose
    self.run = run
    (self.path, self.name) = (path, name)
    masked = MaskedText(value.map { JSONPrinter.pretty.string(of: $0) } ?? "", by: secrets, isForeign: true)
    original = masked.shown
    editor = TextEditor(original, showsNumbers: original.contains("\n"))
    editor.isCode = true
    placeCursor()
  }

  /// The name of the typed text, as shown to people.
  var title: String {
    switch purpose {
    case .input: "the input of \(name.fitted(to: 40))"
    case .list: "the list of \(name.fitted(to: 40))"
    case .result, .output: "the result of \(name.fitted(to: 40))"
    case .value: "the value of \(name.fitted(to: 40))"
    }
  }

  /// The fate of a secret that is not shown.
  static let ofMasks = "\(Secrets.mask) stands for a secret: left as it is, the secret itself is passed on."

  var hasChanged: Bool { text != original }
  /// Whether something in it is a secret.
  var isMasked: Bool { original.contains(Secrets.mask) }

  /// The typed value; nil if the text is blank.
  func value() throws(DraftMistake) -> JSONValue? {
    let text = masked.restored(in: text)
    guard text.contains(where: { !$0.isWhitespace }) else { return nil }
    do {
      return try JSONValue(parsing: Array(text.utf8))
    } catch {
      throw DraftMistake(error, in: text)
    }
  }

  /// The typed value, as the elements of a list.
  func elements() throws(DraftMistake) -> [JSONValue] {
    let value = try value()
    guard let elements = value?.array else {
      let found = value.map { "This is \($0.kind.phrase)" } ?? "Nothing is typed"
      throw DraftMistake("A list is a JSON array, such as [1, 2]. \(found).")
    }
    return elements
  }

  /// The value that the editor began with; nil if it began empty.
  var originalValue: JSONValue? { try? JSONValue(parsing: Array(masked.restored(in: original).utf8)) }
}

// Its keys while it is open.
extension StepEdit: GroupsPart {
  static var commands: [CommandRow] {
    let editor: [KeyContext] = [.groupEditor]
    return [
      row(
        "apply", "Apply", "Applies the edit, once it is valid JSON. Takes effect when the step runs.",
        ["Ctrl-S", "Alt-Enter"], .edit(.apply), in: editor, hint: .init("apply", rank: 1)),
      CommandRow(
        .leaveEditor, "groups.leave", in: editor, hint: .init("cancel", rank: 2), does: .groups(.edit(.leave))),
      row(.handOver, "groups.handOver", in: editor, hint: .init("$EDITOR", rank: 3)) { screen, _ in
        screen.step.edit.map { [.perform(GroupEffect.stage($0))] } ?? []
      },
      row(.indent, "groups.indent", in: editor) { screen, _ in
        screen.viewer.changeText { _ = $0.handle(.tab) }
        return []
      },
      row(.undoTyping, "groups.undoTyping", in: editor) { screen, _ in
        screen.viewer.changeText { _ = $0.undo() }
        return []
      },
      row(.redoTyping, "groups.redoTyping", in: editor) { screen, _ in
        screen.viewer.changeText { _ = $0.redo() }
        return []
      },
    ]
  }
}
