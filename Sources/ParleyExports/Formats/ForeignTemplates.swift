import ParleyFiles
import ParleyText

/// Writes templates for a program whose templates are `{{name}}` too. A template without an equivalent becomes a name
/// of its own, with a note.
struct ForeignTemplates {
  enum Dialect {
    case postman, httpFile

    fileprivate func word(for function: TemplateFunction, unix: Bool) -> String? {
      switch (function, self) {
      case (.uuid, .postman): "$guid"
      case (.uuid, .httpFile): "$uuid"
      case (.now, _): unix ? "$timestamp" : "$isoTimestamp"
      default: nil
      }
    }
  }

  /// Names that the files do not declare, and that a person must give a value: secrets that are asked for, and variables of the system.
  private(set) var asked: [String] = []
  private(set) var notes: [ExportNote] = []
  /// The request that is written.
  var place = ""
  private let dialect: Dialect
  private let declared: Set<String>
  private let api: ExportedAPI

  init(_ dialect: Dialect, _ api: ExportedAPI) {
    (self.dialect, self.api) = (dialect, api)
    declared = Set(api.declaredNames)
  }

  /// The variable's name for a shared key. A key named like a value of the files gets a name of its own.
  package func name(ofShared key: String) -> String {
    let name = Variable.name(from: key)
    return declared.contains(name) ? "shared_\(name)" : name
  }

  package mutating func text(_ text: String) -> String {
    TemplateText(text).segments.map { segment in
      switch segment {
      case .literal(let literal): literal
      case .template(let template): expression(template)
      }
    }.joined()
  }

  private mutating func expression(_ template: Template) -> String {
    switch template.expression {
    case .literal(let text): return text
    case .name(let name): return "{{\(name)}}"
    case .shared(let key): return "{{\(name(ofShared: key))}}"
    case .operatingSystem(let name): return asking(for: Variable.name(from: name))
    case .call(let function, let arguments, _):
      if let word = dialect.word(for: function, unix: !arguments.isEmpty) { return "{{\(word)}}" }
      if case .literal(let label)? = arguments.first, function == .prompt || function == .secret {
        return asking(for: Variable.name(from: label))
      }
      if let value = ResponseValue(template.expression), api.keeps(value) { return "{{\(name(ofShared: value.name))}}" }
      return unsaid(template)
    case .document: return unsaid(template)
    }
  }

  private mutating func asking(for name: String) -> String {
    if !asked.contains(name), !declared.contains(name) { asked.append(name) }
    return "{{\(name)}}"
  }

  private mutating func unsaid(_ template: Template) -> String {
    let name = Variable.name(from: template.text.filter { $0 != "\"" })
    notes.append(ExportNote(place, "{{\(template.text)}} has no equal there: set the variable \(name) yourself."))
    return asking(for: name)
  }
}

extension ExportedAPI {
  /// Values of the workspace, and of one environment, by name; a nearer one hides the other. Nil for a secret.
  func values(in environment: WorkspaceEnvironment?) -> [(name: String, value: String?)] {
    var values: [(name: String, value: String?)] = []
    for variable in variables + (environment?.definition.vars ?? []) {
      let value: String? = if case .text(let text, _) = variable.content.value { text } else { nil }
      values.removeAll { $0.name == variable.name.value }
      values.append((variable.name.value, value))
    }
    return values
  }

  /// Every name that a file declares.
  var declaredNames: [String] {
    (variables + workspace.environments.flatMap(\.definition.vars)).map(\.name.value)
  }
}
