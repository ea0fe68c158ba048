import Glibc
internal import ParleyEngine
package import ParleyFiles
internal import ParleyModel
internal import ParleyText
internal import Subprocess

/// Variables of the operating system that hold a passphrase of Parley, or the value of a workspace's secret: other programs do not
/// get them.
package struct WithheldVariables {
  private let workspace: Workspace

  package init(of workspace: Workspace) { self.workspace = workspace }

  package var names: Set<String> {
    let sources = workspace.environments.flatMap(\.definition.vars).compactMap { variable -> SecretSource? in
      if case .secret(let source) = variable.content.value { source } else { nil }
    }
    let passphrases = workspace.definition.ciphers.map(\.passphrase) + [workspace.definition.team?.passphrase]
    let named = (sources + passphrases.compactMap(\.self)).compactMap { source in
      if case .environment(let name) = source { name } else { nil }
    }
    return Set(
      named + databaseVariables + Self.proxiesWithPasswords + [
        KeptRuns.passphraseVariable, SharedKeys.passphraseVariable,
      ])
  }

  /// The values of those that are among these variables.
  func values(of others: [String]) -> [String] {
    names.intersection(others).sorted().compactMap { name in
      getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
  }

  /// The proxies of the person's environment that name a password.
  private static var proxiesWithPasswords: [String] {
    EnvironmentProxies.names.filter { name in getenv(name).map { String(cString: $0).contains("@") } ?? false }
  }

  /// The variables that the address of the team's database is read from, which may hold a password.
  private var databaseVariables: [String] {
    let templates = TemplateText(workspace.definition.team?.postgres?.value ?? "").templates
    return templates.flatMap(\.expression.all).compactMap {
      if case .operatingSystem(let name) = $0 { name } else { nil }
    }
  }
}

extension Environment {
  /// That of this program without some variables, and with others.
  static func without(_ names: Set<String>, adding values: [String: String] = [:]) -> Environment {
    var changes = Dictionary(uniqueKeysWithValues: names.map { (Key(stringLiteral: $0), String?.none) })
    for (name, value) in values { changes[Key(stringLiteral: name)] = value }
    return changes.isEmpty ? .inherit : .inherit.updating(changes)
  }
}
