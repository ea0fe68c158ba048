import ParleyEngine
import ParleyText
import TerminalKit

/// A value that is asked for in the chain that is shown.
enum WhyForm: Hashable, Sendable {
  /// Which value is missing from what a step gave.
  case missing(NodePath)
  /// Which value is to be tried.
  case trial(TriedPlace)

  func action(for text: String) -> Result<Action, FormPurpose.Mistake> {
    switch self {
    case .missing(let path):
      guard !text.trimmed.isEmpty else { return .failure(.init(sentence: "Write the value that is missing.")) }
      return .success(.groups(.why(.askFor(WhyQuestion(path, .missing(Self.wanted(text.trimmed)))))))
    case .trial(let place):
      let value = (try? JSONValue(parsing: Array(text.utf8))) ?? .string(text)
      return .success(.groups(.why(.tryValue(RunTrial(place, value)))))
    }
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

extension FormSheet {
  init(missingFrom path: NodePath, _ name: String) {
    self.init(
      "Why not?",
      note:
        "The value that the output of \(path) \(name) does not have: 7, \"ada\", or id = 7 for an object with this member.",
      [Field("missing")], for: .why(.missing(path)))
  }

  init(trying place: TriedPlace, _ value: JSONValue?) {
    let text: String =
      switch value {
      case nil: ""
      case .string(let text)?: text
      case let value?: JSONPrinter.compact.string(of: value)
      }
    self.init(
      "Try another value", note: "Shows what the filters and conditions below would give. Nothing is sent.",
      [Field(place.words.fitted(to: 40), text)], for: .why(.trial(place)))
  }
}
