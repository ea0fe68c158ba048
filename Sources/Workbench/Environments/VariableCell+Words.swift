import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchState

/// The source of a value, as a form offers it.
enum VariableSource: String, CaseIterable {
  case text = "text"
  case asked = "ask for it (secret)"
  case variable = "environment variable (secret)"
  case program = "program (secret)"

  init(_ cell: VariableCell?) {
    switch cell {
    case nil, .text?: self = .text
    case .asked?: self = .asked
    case .variable?: self = .variable
    case .program?: self = .program
    }
  }
}

extension VariableCell {
  /// In a cell of the table.
  var words: StyledText {
    switch self {
    case .text(let text, _): text.isEmpty ? StyledText("\"\"", .muted) : StyledText(text.onOneLine)
    case .asked: StyledText("asked", Style(.secret))
    case .variable(let name): [Span("env ", .muted), Span(name, Style(.secret))]
    case .program(let words): [Span("command ", .muted), Span(ShellWords.line(of: words), Style(.secret))]
    }
  }

  /// As a field shows it for editing; nothing of what is masked.
  var typed: String {
    switch self {
    case .text(let text, let isMasked): isMasked ? "" : text
    case .asked: ""
    case .variable(let name): name
    case .program(let words): ShellWords.line(of: words)
    }
  }

  var isSecret: Bool { if case .text = self { false } else { true } }
}

extension VariableCell {
  /// The cell for the contents of a form.
  static func typed(_ source: VariableSource, _ text: String, of name: String) throws(FormMistake) -> VariableCell {
    switch source {
    case .text: return .text(text)
    case .asked: return .asked
    case .variable:
      let isName = !text.isEmpty && text.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") }
      guard isName, text.first?.isNumber == false else {
        throw FormMistake("Name the environment variable for “\(name)”, such as API_TOKEN.")
      }
      return .variable(text)
    case .program:
      guard let words = try? ShellWords.split(text), !words.isEmpty else {
        throw FormMistake("Name the program that prints “\(name)”, such as `pass show api`.")
      }
      return .program(words)
    }
  }
}

extension String {
  /// With signs in place of line breaks.
  fileprivate var onOneLine: String { split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "⏎") }
}
