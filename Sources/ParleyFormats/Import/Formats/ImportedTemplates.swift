internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// Text of a program whose templates are `{{name}}` too, as templates of the format.
///
/// Names that the format does not allow are changed, dynamic values become functions, and what a response gives is read from shared
/// data. Every name that is used is remembered, so that what nobody declares can be declared.
struct ImportedTemplates {
  /// Names that scripts take from responses.
  var captured: Set<String> = []
  /// Those that templates have used, by the name in the format, in order.
  private(set) var used: [String] = []
  /// The templates that have no equivalent in the format.
  private(set) var unknown: [String] = []
  private var known: Set<String> = []

  private static let functions = [
    "$guid": "uuid()", "$randomUUID": "uuid()", "$timestamp": "now(\"unix\")", "$isoTimestamp": "now()",
    "$uuid": "uuid()", "$datetime": "now()", "$datetime iso8601": "now()", "$random.uuid": "uuid()",
  ]

  /// A text with its templates in the words of the format.
  package mutating func text(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "{{"), let end = rest[start.upperBound...].firstRange(of: "}}") {
      result += rest[..<start.lowerBound]
      result += template(String(rest[start.upperBound..<end.lowerBound]))
      rest = rest[end.upperBound...]
    }
    return result + TemplateEscape.escaped(String(rest))
  }

  private mutating func template(_ inner: String) -> String {
    let name = inner.trimmed.hasPrefix("_.") ? String(inner.trimmed.dropFirst(2)) : inner.trimmed
    if let function = Self.functions[name] { return "{{\(function)}}" }
    guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || "_-.".contains($0) }) else {
      if known.insert("{{\(inner)").inserted { unknown.append(inner) }
      return "{{'{{'}}" + inner + "}}"
    }
    let variable = ImportNames.variable(name)
    if captured.contains(variable) { return "{{shared.\(variable)}}" }
    if known.insert(variable).inserted { used.append(variable) }
    return "{{\(variable)}}"
  }
}

// Values that nobody has given.
extension ImportedAPI {
  /// Declares what templates use and nothing gives a value: a credential is asked for, anything else is empty, to be filled in.
  mutating func declare(_ templates: ImportedTemplates) {
    let known = Set(variables.map(\.name.value))
    if environments.isEmpty { environments = [ImportedEnvironment(name: "local", variables: [])] }
    let declared = environments.map { Set($0.variables.map(\.name.value)) }
    for name in templates.used where !known.contains(name) && !declared.allSatisfy({ $0.contains(name) }) {
      declare(name, where: declared.map { !$0.contains(name) })
    }
    notes += templates.unknown.map { ImportNote("{{\($0)}}", "Parley has no such template: the text stays as it is.") }
  }

  /// - Parameter isMissing: in which of the environments.
  private mutating func declare(_ name: String, where isMissing: [Bool]) {
    let isSecret = CredentialName.isCredential(name)
    for index in environments.indices where isMissing[index] {
      environments[index].variables.append(isSecret ? .asked(name) : .text(name, ""))
    }
    if !isSecret { notes.append(ImportNote("{{\(name)}}", "It has no value: set it in the environments.")) }
  }
}
