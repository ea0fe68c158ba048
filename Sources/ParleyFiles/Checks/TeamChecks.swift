import ParleyEngine
import ParleyText

/// Finds what `team` in `parley.yaml` says that cannot be meant.
struct TeamChecks {
  private let team: TeamDefinition
  private let workspace: Workspace

  init(of team: TeamDefinition, in workspace: Workspace) {
    self.team = team
    self.workspace = workspace
  }

  var diagnostics: [Diagnostic] {
    [opener, password, selection, cipherNamed].compactMap(\.self) + environments + localKeys + ciphers
  }

  /// The place at which missing keys are reported.
  private var place: SourcePlace? { team.postgres?.place }

  private var opener: Diagnostic? {
    guard let place else { return nil }
    switch (team.passphrase, team.keyFile) {
    case (nil, nil):
      return Diagnostic(
        .missingKey, at: place, "team has no “passphrase” and no “keyFile”",
        hint: "`passphrase: prompt` asks each person once a session")
    case (_?, let keyFile?):
      return keyFile.place.map { Diagnostic(.conflict, at: $0, "team already has “passphrase”; expected one of them") }
    default: return nil
    }
  }

  private var password: Diagnostic? {
    guard let place, let address = team.postgres?.value, DatabaseAddress.holdsPassword(address) else { return nil }
    return Diagnostic(
      .wrongValue, .warning, at: place, "the address has a password in it",
      hint: "put the address into an environment variable and write {{env.NAME}}, or use ~/.pgpass")
  }

  private var selection: Diagnostic? {
    guard let place, team.keys.isEmpty, team.environments.isEmpty else { return nil }
    return Diagnostic(
      .missingKey, .warning, at: place, "team shares no keys: it has neither “keys” nor “environments”",
      hint: "such as keys: [user.*]")
  }

  private var cipherNamed: Diagnostic? {
    workspace.definition.ciphers.first { $0.name.value == CipherDefinition.team }?.name.place.map {
      Diagnostic(
        .conflict, at: $0, "“team” cannot name a cipher here", hint: "it is what the team's keys are encrypted with")
    }
  }

  private var environments: [Diagnostic] {
    let known = workspace.environments.map(\.name)
    return team.environments.compactMap { name in
      guard let place = name.place, !known.contains(exactly: name.value) else { return nil }
      return Diagnostic(
        .unknownName, at: place, "unknown environment \(Printable.quoted(name.value))",
        nearest: NearestName.of(name.value, among: known), hint: nil)
    }
  }

  /// Tokens and answers are one person's.
  private var localKeys: [Diagnostic] {
    team.keys.compactMap { key in
      guard let place = key.place, [SharedTokens.keys, .keptAnswers].contains(where: { $0.covers(key.value) })
      else { return nil }
      return Diagnostic(
        .conflict, at: place, "\(Printable.quoted(key.value)) stays on this machine",
        hint: "tokens of OAuth 2, cookies and remembered answers are never shared")
    }
  }

  private var ciphers: [Diagnostic] {
    workspace.definition.shared.compactMap { rule in
      guard let cipher = rule.cipher, let place = cipher.place, isOfOneMachine(cipher.value),
        team.keys.contains(where: { KeyPattern($0.value).covers(rule.pattern.value) || rule.pattern.value == $0.value })
      else { return nil }
      return Diagnostic(
        .conflict, at: place,
        "\(Printable.quoted(rule.pattern.value)) is the team's, and only this machine has the key of \(Printable.quoted(cipher.value))",
        hint: "write cipher: team, which encrypts with the team's key, or take the key out of team")
    }
  }

  private func isOfOneMachine(_ cipher: String) -> Bool {
    cipher == CipherDefinition.machine || workspace.definition.ciphers.contains { $0.name.value == cipher }
  }
}

extension KeyPattern {
  /// Whether every name that another pattern names is one of its own: of patterns that begin alike.
  fileprivate func covers(_ other: String) -> Bool { matches(other) }
}
