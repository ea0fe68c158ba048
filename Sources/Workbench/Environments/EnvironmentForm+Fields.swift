import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchServices
import WorkbenchState

// The effect of its answers.
extension EnvironmentForm: PopupForm {
  var reopened: ReopenedForm? { .environments(self) }

  func action(for answers: FormAnswers, in state: State) throws(FormMistake) -> Action {
    switch self {
    case .value(let name, let home, let seen): Self.set(name, .text(answers[0]), in: home, over: seen)
    case .source(let name, let home, let seen):
      Self.set(name, try Self.cell(answers.texts[...], of: name, in: home), in: home, over: seen)
    case .new(let home):
      Self.set(
        try Self.name(answers[0]), try Self.cell(answers.texts.dropFirst(), of: answers[0], in: home), in: home,
        over: nil)
    case .rename(let old): .environments(.askRename(old, to: try Self.name(answers[0])))
    case .copy(let old): .environments(.change(.copy(old, as: try Self.name(answers[0]))))
    case .newEnvironment: .environments(.change(.create(try Self.environment(answers.texts))))
    case .describe(let old): .environments(.change(.describe(old.name, try Self.environment(answers.texts))))
    case .duplicate(let old): .environments(.change(.duplicate(old, as: try Self.environmentName(answers[0]))))
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
  ) throws(FormMistake) -> VariableCell {
    let said = Array(answers)
    let source = VariableSource(rawValue: said[0]) ?? .text
    let text = source == .variable ? said[2] : source == .program ? said[3] : said[1]
    if source != .text, home == .workspace {
      throw FormMistake("parley.yaml names no secrets: give “\(name)” its source in an environment.")
    }
    return try VariableCell.typed(source, text, of: name)
  }

  private static func name(_ text: String) throws(FormMistake) -> String {
    let isName = text.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
    guard let first = text.first, isName, first.isLetter || first == "_" else {
      throw FormMistake("A name has letters, digits, _ and -, such as baseUrl.")
    }
    return text
  }

  private static func environmentName(_ text: String) throws(FormMistake) -> String {
    guard !text.isEmpty, !text.contains("/"), !text.hasPrefix(".") else {
      throw FormMistake("Name the environment, such as staging.")
    }
    return text
  }

  private static func environment(_ answers: [String]) throws(FormMistake) -> EnvironmentSummary {
    EnvironmentSummary(
      try environmentName(answers[0]), color: EnvironmentColor(rawValue: answers[1]),
      asksBeforeSending: answers[2] == allButGET)
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
    case .new(.workspace): "Written to \(VariableHome.workspace.file), for all environments. It may contain templates."
    case .source, .new:
      """
      A text stands in the file, a secret does not: Parley asks you for it, reads an environment variable (API_TOKEN), \
      or runs a program (pass show api). ← and → choose.
      """
    case .value(_, let home, _): "Written to \(home.file). It may contain templates."
    case .rename: "In every environment, template, filter and unsaved edit that uses it."
    case .copy: "With the same value in every environment that has one."
    case .describe: "Shared keys, cookies, cached responses and history go along when the name changes."
    case .newEnvironment, .duplicate: ""
    }
  }

  var fields: [FormField] {
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
  private static func sources(_ cell: VariableCell?, of choice: Int) -> [FormField] {
    [(VariableSource.text, "value"), (.variable, "variable"), (.program, "program")].map { source, label in
      let text = cell.map { VariableSource($0) == source ? $0.typed : "" } ?? ""
      return FormField(label, text, onlyFor: [source.rawValue], of: choice)
    }
  }

  private static func fields(of old: EnvironmentSummary?) -> [FormField] {
    [
      .init("name", old?.name ?? ""),
      .init("color", choices: [none] + EnvironmentColor.allCases.map(\.rawValue), chosen: old?.color?.rawValue ?? none),
      .init("ask before sending", choices: [no, allButGET], chosen: old?.asksBeforeSending == true ? allButGET : no),
    ]
  }
}

/// The form of the value under the cursor of the table: its text, or the source of a secret.
struct VariableValueQuestion: ScreenQuestion {
  func sheet(in state: State) -> (any Sheet)? {
    guard let name = state.variables.selected?.name, let home = state.variables.home else { return nil }
    let cell = state.variables.cell
    return FormSheet(
      cell?.isSecret == true ? EnvironmentForm.source(name, in: home, cell) : .value(name, in: home, cell))
  }
}
