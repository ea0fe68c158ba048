import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchServices

// The effect of what is typed into it.
extension EnvironmentForm {
  func action(for answers: [String]) -> Result<Action, FormPurpose.Mistake> {
    switch self {
    case .value(let name, let home, let seen):
      return .success(Self.set(name, .text(answers[0]), in: home, over: seen))
    case .source(let name, let home, let seen):
      return Self.cell(answers[...], of: name, in: home).map { Self.set(name, $0, in: home, over: seen) }
    case .new(let home):
      return Self.name(answers[0]).flatMap { name in
        Self.cell(answers.dropFirst(), of: name, in: home).map { Self.set(name, $0, in: home, over: nil) }
      }
    case .rename(let old): return Self.name(answers[0]).map { .environments(.askRename(old, to: $0)) }
    case .copy(let old): return Self.name(answers[0]).map { .environments(.change(.copy(old, as: $0))) }
    case .newEnvironment: return Self.environment(answers).map { .environments(.change(.create($0))) }
    case .describe(let old): return Self.environment(answers).map { .environments(.change(.describe(old.name, $0))) }
    case .duplicate(let old):
      return Self.environmentName(answers[0]).map { .environments(.change(.duplicate(old, as: $0))) }
    }
  }

  private static func set(
    _ name: String, _ cell: VariableCell, in home: VariableHome, over seen: VariableCell?
  ) -> Action {
    .environments(.change(.set(name, cell, in: home), over: SeenCell(seen)))
  }

  /// - Parameter answers: the source, then what is typed for a text, a variable and a program.
  private static func cell(
    _ answers: ArraySlice<String>, of name: String, in home: VariableHome
  ) -> Result<VariableCell, FormPurpose.Mistake> {
    let said = Array(answers)
    let source = VariableSource(rawValue: said[0]) ?? .text
    let text = source == .variable ? said[2] : source == .program ? said[3] : said[1]
    if source != .text, home == .workspace {
      return .failure(.init(sentence: "parley.yaml names no secrets: give “\(name)” its source in an environment."))
    }
    return VariableCell.typed(source, text, of: name)
  }

  private static func name(_ text: String) -> Result<String, FormPurpose.Mistake> {
    let isName = text.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
    guard let first = text.first, isName, first.isLetter || first == "_" else {
      return .failure(.init(sentence: "A name has letters, digits, _ and -, such as baseUrl."))
    }
    return .success(text)
  }

  private static func environmentName(_ text: String) -> Result<String, FormPurpose.Mistake> {
    guard !text.isEmpty, !text.contains("/"), !text.hasPrefix(".") else {
      return .failure(.init(sentence: "Name the environment, such as staging."))
    }
    return .success(text)
  }

  private static func environment(_ answers: [String]) -> Result<EnvironmentSummary, FormPurpose.Mistake> {
    environmentName(answers[0]).map {
      EnvironmentSummary($0, color: EnvironmentColor(rawValue: answers[1]), asksBeforeSending: answers[2] == allButGET)
    }
  }
}

// How it looks.
extension EnvironmentForm {
  fileprivate static let (allButGET, no, none) = ("all but GET", "no", "none")

  var title: String {
    switch self {
    case .value(let name, let home, _): "\(name) in \(home.title)"
    case .source(let name, let home, _): "Source of \(name) in \(home.title)"
    case .new(let home): "New variable in \(home.title)"
    case .rename(let name): "Rename \(name) everywhere"
    case .copy(let name): "Copy \(name)"
    case .newEnvironment: "New environment"
    case .describe(let old): "Environment \(old.name)"
    case .duplicate(let name): "Duplicate the environment \(name)"
    }
  }

  var note: String {
    switch self {
    case .source, .new:
      """
      No secret is written to a file, only where it comes from: ask for it, an environment variable such as API_TOKEN, or a \
      program such as pass show api. ← and → choose.
      """
    case .value(_, let home, _): "Written to \(home.file). It may contain templates."
    case .rename: "In every environment, template, filter and unsaved edit that uses it."
    case .copy: "With the same value in every environment that has one."
    case .describe: "Shared keys, cookies, cached responses and history go along when the name changes."
    case .newEnvironment, .duplicate: ""
    }
  }

  var fields: [FormSheet.Field] {
    switch self {
    case .value(_, _, let cell): [.init("value", cell?.typed ?? "")]
    case .source(_, _, let cell):
      [.init("from", choices: VariableSource.allCases.map(\.rawValue), chosen: VariableSource(cell).rawValue)]
        + Self.sources(cell, of: 0)
    case .new(let home):
      [
        .init("name"),
        .init("from", choices: (home == .workspace ? [.text] : VariableSource.allCases).map(\.rawValue)),
      ] + Self.sources(nil, of: 1)
    case .rename(let name), .copy(let name), .duplicate(let name): [.init("name", name)]
    case .newEnvironment: Self.fields(of: nil)
    case .describe(let old): Self.fields(of: old)
    }
  }

  /// One field for each source but the one that asks.
  /// - Parameter choice: the field that says which source it is.
  private static func sources(_ cell: VariableCell?, of choice: Int) -> [FormSheet.Field] {
    [(VariableSource.text, "value"), (.variable, "variable"), (.program, "program")].map { source, label in
      let text = cell.map { VariableSource($0) == source ? $0.typed : "" } ?? ""
      return FormSheet.Field(label, text, onlyFor: [source.rawValue], of: choice)
    }
  }

  private static func fields(of old: EnvironmentSummary?) -> [FormSheet.Field] {
    [
      .init("name", old?.name ?? ""),
      .init("color", choices: [none] + EnvironmentColor.allCases.map(\.rawValue), chosen: old?.color?.rawValue ?? none),
      .init("ask before sending", choices: [no, allButGET], chosen: old?.asksBeforeSending == true ? allButGET : no),
    ]
  }
}

extension FormSheet {
  init(_ form: EnvironmentForm) {
    self.init(form.title, note: form.note, form.fields, for: .environments(form))
  }
}
