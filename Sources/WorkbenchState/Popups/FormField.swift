import TerminalKit
import WorkbenchParts

/// A field of a form: a text that is typed, or one of some choices.
package struct FormField: Sendable {
  let label: String
  var input: LineEditor
  /// The choices; empty if text is typed.
  let choices: [String]
  /// The answers of another field with which this one means something; with others it is not shown.
  private(set) var need: (field: Int, answers: [String])?

  package init(_ label: String, _ text: String = "", isMasked: Bool = false) {
    self.label = label
    choices = []
    input = .opened(text, isMasked: isMasked)
  }

  /// A field that means something only with some answers of another one.
  package init(_ label: String, _ text: String = "", onlyFor answers: [String], of field: Int) {
    self.init(label, text)
    need = (field, answers)
  }

  /// - Parameter chosen: the first of them when nil.
  package init(_ label: String, choices: [String], chosen: String? = nil) {
    self.label = label
    self.choices = choices
    input = LineEditor(chosen ?? choices.first ?? "")
  }

  mutating func take(_ event: InputEvent) -> Bool {
    guard !choices.isEmpty else { return input.take(event) }
    switch event {
    case .key(.right), .key(.character(" ")): turn(1)
    case .key(.left): turn(-1)
    default: break
    }
    return false
  }

  /// Puts the cursor behind the text, of which nothing is selected any more.
  mutating func continueText() {
    input.moveCursor(to: input.text.count)
  }

  mutating func turn(_ step: Int) {
    let place = choices.firstIndex(of: input.text) ?? 0
    input = LineEditor(choices[(place + step + choices.count) % choices.count])
  }
}
