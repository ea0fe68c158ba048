/// What one file under `environments/` says.
public struct EnvironmentDefinition: Sendable, Equatable {
  public var vars: [Variable]
  /// Of the environment's name on screen.
  public var color: Located<EnvironmentColor>?
  /// Ask before anything but GET.
  public var confirm: Located<Bool>?

  public init(vars: [Variable] = [], color: Located<EnvironmentColor>? = nil, confirm: Located<Bool>? = nil) {
    self.vars = vars
    self.color = color
    self.confirm = confirm
  }

  static let form = Form(
    "an environment", make: { EnvironmentDefinition() },
    keys: [
      .init("vars", \.vars, Variable.reader(allowsSecrets: true), "Values by name; they win over the workspace's."),
      .init("color", \.color, .choice, "Of the environment's name in the top bar."),
      .init("confirm", \.confirm, .boolean, "`true` asks before anything but GET is sent."),
    ])
}

/// The colours a terminal has by name.
public enum EnvironmentColor: String, Sendable, CaseIterable {
  case red, green, yellow, blue, magenta, cyan, white, gray
}
