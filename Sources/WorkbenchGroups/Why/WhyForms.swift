import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchState

/// Asks which value is missing from what a step gave.
struct MissingValueForm: PopupForm {
  let path: NodePath
  let name: String

  var title: String { "Why not?" }
  var note: String {
    "The value that you miss in the output of \(path) \(name), such as 7 or \"ada\". For an object whose id is 7 write id = 7."
  }
  var fields: [FormField] { [FormField("missing")] }

  func action(for answers: FormAnswers, in state: State) throws(FormMistake) -> Action {
    let text = answers[0].trimmed
    guard !text.isEmpty else { throw FormMistake("Write the value that is missing.") }
    return .groups(.why(.askFor(WhyQuestion(path, .missing(Self.wanted(text))))))
  }

  /// `7` and `"ada"` are values; `id = 7` and `id: 7` mean an object with this member.
  private static func wanted(_ text: String) -> JSONValue {
    if let value = try? JSONValue(parsing: Array(text.utf8)) { return value }
    guard let sign = text.firstIndex(where: { $0 == "=" || $0 == ":" }) else { return .string(text) }
    var name = String(text[..<sign]).trimmed
    if name.hasPrefix(".") { name.removeFirst() }
    let rest = String(text[text.index(after: sign)...].drop { $0 == "=" }).trimmed
    guard !name.isEmpty, !rest.isEmpty, !name.contains(" ") else { return .string(text) }
    return .object(JSONObject([(name, (try? JSONValue(parsing: Array(rest.utf8))) ?? .string(rest))]))
  }
}

/// Asks which value is to be tried at a place of the chain that is shown.
struct TrialForm: PopupForm {
  let place: TriedPlace
  let value: JSONValue?
  let chain: WhyPlace

  var title: String { "Try another value" }
  var note: String { "Shows what the filters and conditions below would give. Nothing is sent." }

  var fields: [FormField] {
    let text: String =
      switch value {
      case nil: ""
      case .string(let text)?: text
      case let value?: JSONPrinter.compact.string(of: value)
      }
    return [FormField(place.words.fitted(to: 40), text)]
  }

  /// Nothing where another chain is shown by now.
  func sheet(in state: State) -> (any Sheet)? { state.groups.why.place == chain ? FormSheet(self) : nil }

  func action(for answers: FormAnswers, in state: State) -> Action {
    let value = (try? JSONValue(parsing: Array(answers[0].utf8))) ?? .string(answers[0])
    return .groups(.why(.tryValue(RunTrial(place, value))))
  }
}
