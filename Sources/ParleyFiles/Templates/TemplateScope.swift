internal import ParleyEngine
package import ParleyModel
package import ParleyText

/// The names that templates of a workspace know, with one environment active.
///
///     let scope = TemplateScope(workspace, environment: local, given: ["password": "secret"])
///     scope.analysis(of: "Bearer {{token}}").problems
///
/// A value given for this run overrides the environment's, and that over the workspace's.
package struct TemplateScope: Sendable {
  /// A name and what stands for it.
  package struct Entry: Sendable, Equatable {
    package enum Content: Sendable, Equatable {
      /// A plain one that reads as a JSON number, `true`, `false` or `null` is that.
      case text(TemplateText, isPlain: Bool)
      case secret(SecretSource)
      case given(String)
    }

    package let name: String
    package let content: Content
    /// Declared as a secret. A text is secret too when something it is made of is: see the analysis.
    package let isDeclaredSecret: Bool
    package let place: SourcePlace?
    /// Whether a given one was asked for.
    var isAnswer = false
  }

  private var entries: [String: Entry] = [:]
  /// By name, those in whose place another one holds; the one that would hold next comes first.
  private var overridden: [String: [Entry]] = [:]
  private var order: [String] = []
  /// The ids that `response()` can name.
  let requestIDs: Set<ExactString>
  /// Every environment of the workspace, for a name that is only in another one.
  private var environments: [WorkspaceEnvironment] = []
  /// The known shared data.
  package let shared: SharedDataSnapshot
  /// The questions whose answers are kept.
  package var kept: [String: AnswerKeeping] = [:]
  /// Says whether a variable of the operating system is set; nil where that is not known.
  package var isVariableSet: (@Sendable (String) -> Bool)?
  /// The documents that can be read from.
  package var documents: [TemplateDocument: KnownDocument] = [:]

  /// - Parameters:
  ///   - given: values given at the start, by name; they also answer the questions of `prompt()`, by label.
  ///   - answers: values for this send or run, by name, over those: what was asked for, and what somebody gives in place of a variable.
  ///   - shared: the current values of shared keys; if nil, only the rules of `parley.yaml` are known.
  package init(
    _ workspace: Workspace, environment: WorkspaceEnvironment?, given: [String: String] = [:],
    answers: [String: String] = [:], shared: SharedDataSnapshot? = nil
  ) {
    self.init(
      environment: environment?.definition.vars ?? [], workspace: workspace.definition.vars, given: given,
      requestIDs: Set(names: workspace.requests.map(\.id)), shared: shared ?? SharedDataSnapshot(workspace))
    environments = workspace.environments
    for (name, value) in answers.sorted(by: { $0.key < $1.key }) where given[name] != value {
      add(given: value, as: name, isAnswer: entries[name]?.isAsked ?? true)
    }
  }

  /// One for each environment; one without where there are none.
  package static func all(of workspace: Workspace) -> [TemplateScope] {
    let environments = workspace.environments
    return environments.isEmpty
      ? [TemplateScope(workspace, environment: nil)] : environments.map { TemplateScope(workspace, environment: $0) }
  }

  /// The values that the address of the team's database may name: those of `parley.yaml`, the same in all environments.
  package static func ofTeam(in workspace: Workspace) -> TemplateScope { TemplateScope(workspace, environment: nil) }

  init(
    environment: [Variable] = [], workspace: [Variable] = [], given: [String: String] = [:],
    requestIDs: Set<ExactString> = [], shared: SharedDataSnapshot = SharedDataSnapshot()
  ) {
    self.requestIDs = requestIDs
    self.shared = shared
    for variable in environment { add(Entry(variable)) }
    for variable in workspace {
      if entries[variable.name.value] == nil { add(Entry(variable)) } else { note(overridden: Entry(variable)) }
    }
    for (name, value) in given.sorted(by: { $0.key < $1.key }) { add(given: value, as: name) }
  }

  /// How many values may stand in one another.
  static let deepest = 200
  static let tooDeep = "more than \(deepest) values stand in one another"

  package subscript(name: String) -> Entry? { entries[name] }

  /// The other places with a value of the name, which its own overrides.
  package func overriddenPlaces(of name: String) -> [SourcePlace] { (overridden[name] ?? []).compactMap(\.place) }

  /// The same with values of an environment over those there are, which are read once for many environments.
  func adding(_ variables: [Variable]) -> TemplateScope {
    var scope = self
    let own = variables.map { Entry($0) }
    let names = Set(names: own.map(\.name))
    scope.order = own.map(\.name) + order.filter { !names.contains($0) }
    for entry in own { scope.entries[entry.name] = entry }
    return scope
  }

  /// Those of the environment first, each file's in its order.
  package var names: [String] { order }

  /// No more is looked through for a hint.
  private static let mostLookedThrough = 20

  /// The names of the environments that declare a name.
  func environments(declaring name: String) -> [String] {
    environments.prefix(Self.mostLookedThrough).filter { environment in
      environment.definition.vars.contains { $0.name.value.isIdentical(to: name) }
    }.map(\.name)
  }

  /// The value given for this run under a name, or for the label of a question; nil if there is none.
  func given(_ name: String) -> String? {
    guard case .given(let value) = entries[name]?.content else { return nil }
    return value
  }

  /// The source of the answer to a question.
  package func source(ofAnswer name: String) -> ValueSource {
    if given(name) != nil, let entry = entries[name] { return entry.source }
    return kept[name].map(ValueSource.kept) ?? .asked
  }

  private mutating func add(_ entry: Entry) {
    if entries.updateValue(entry, forKey: entry.name) == nil { order.append(entry.name) }
  }

  private mutating func note(overridden entry: Entry) { overridden[entry.name, default: []].append(entry) }

  /// A value given for a name that is declared as a secret is one.
  private mutating func add(given value: String, as name: String, isAnswer: Bool = false) {
    if let entry = entries[name] { overridden[name, default: []].insert(entry, at: 0) }
    let isSecret = entries[name]?.isDeclaredSecret == true
    add(Entry(name: name, content: .given(value), isDeclaredSecret: isSecret, place: nil, isAnswer: isAnswer))
  }
}

extension TemplateScope.Entry {
  package init(_ variable: Variable) {
    name = variable.name.value
    isDeclaredSecret = variable.isSecret
    place = variable.content.place
    switch variable.content.value {
    case .text(let text, let isPlain): content = .text(TemplateText(text), isPlain: isPlain)
    case .secret(let source): content = .secret(source)
    }
  }

  fileprivate var isAsked: Bool { content == .secret(.prompt) }

  package var source: ValueSource {
    switch content {
    case .given: isAnswer ? .asked : .given
    case .secret(.prompt): .asked
    case .secret(.environment(let name)): .operatingSystem(name)
    case .secret(.command(let arguments)): .command(arguments)
    case .text: place.map(ValueSource.file) ?? .template
    }
  }
}
