import ParleyEngine
import TerminalKit

/// What is typed for a step that waits: what it is to work on, the elements it is to run for, or what stands for its result.
struct StepEdit: ValueEdit, Hashable, Sendable {
  enum Purpose: Hashable, Sendable {
    case input, list, result
  }

  let purpose: Purpose
  let run: String
  let path: NodePath
  let name: String
  /// As it was when editing began.
  let original: String
  var editor: TextEditor
  var mistake: DraftMistake?
  /// Why the step has no list of its own.
  var reason: String?

  /// - Parameter value: what stands there at first; nil leaves the editor empty.
  init(_ purpose: Purpose, _ value: JSONValue?, of stop: Debugger.Stop, in run: String) {
    self.init(purpose, value, of: stop.node.path, stop.node.name, in: run)
  }

  init(_ purpose: Purpose, _ value: JSONValue?, of path: NodePath, _ name: String, in run: String) {
    self.purpose = purpose
    self.run = run
    (self.path, self.name) = (path, name)
    original = value.map { JSONPrinter.pretty.string(of: $0) } ?? ""
    editor = TextEditor(original, showsNumbers: original.contains("\n"))
    placeCursor()
  }

  /// What people call what is typed.
  var title: String {
    switch purpose {
    case .input: "the input of \(name.fitted(to: 40))"
    case .list: "the list of \(name.fitted(to: 40))"
    case .result: "the result of \(name.fitted(to: 40))"
    }
  }

  var hasChanged: Bool { text != original }

  /// What is typed; blank is nothing.
  func value() throws(DraftMistake) -> JSONValue? {
    guard text.contains(where: { !$0.isWhitespace }) else { return nil }
    do {
      return try JSONValue(parsing: Array(text.utf8))
    } catch {
      throw DraftMistake(error, in: text)
    }
  }

  /// What is typed, as the elements of a list.
  func elements() throws(DraftMistake) -> [JSONValue] {
    let value = try value()
    guard let elements = value?.array else {
      let found = value.map { "This is \($0.kind.phrase)" } ?? "Nothing is typed"
      throw DraftMistake("A list is a JSON array, such as [1, 2]. \(found).")
    }
    return elements
  }
}
