package import ParleyModel

/// The `team` map in `parley.yaml`: the shared keys of a team, and the database that holds them.
package struct TeamDefinition: Sendable, Equatable {
  /// How the PostgreSQL database is reached, as libpq understands it. It may hold templates.
  package var postgres: Located<String>?
  /// The schema of the database that holds everything.
  package var schema: Located<String>?
  /// Whether the server must prove who it is; it must.
  package var verify: Located<Bool>?
  /// The source of the team's passphrase.
  package var passphrase: SecretSource?
  /// The path of the team's key file; from the workspace, unless it begins with `/` or `~/`.
  package var keyFile: Located<String>?
  /// Names of keys, and patterns such as `user.*`.
  package var keys: [Located<String>]
  /// Environments whose keys are the team's.
  package var environments: [Located<String>]

  package init(
    postgres: Located<String>? = nil, schema: Located<String>? = nil, verify: Located<Bool>? = nil,
    passphrase: SecretSource? = nil, keyFile: Located<String>? = nil, keys: [Located<String>] = [],
    environments: [Located<String>] = []
  ) {
    self.postgres = postgres
    self.schema = schema
    self.verify = verify
    self.passphrase = passphrase
    self.keyFile = keyFile
    self.keys = keys
    self.environments = environments
  }

  package static let standardSchema = "parley"

  /// The cipher of the team's key, which is unlocked as that of any other cipher.
  package var cipher: CipherDefinition {
    CipherDefinition(name: Located(CipherDefinition.team), passphrase: passphrase, keyFile: keyFile)
  }
}

extension TeamDefinition {
  package static let form = Form(
    "team", make: { TeamDefinition() },
    keys: [
      .init(
        "postgres", \.postgres, .filled("the address of a PostgreSQL database"),
        "The database, as a `postgresql://` URL or a `key=value` text of libpq; may contain templates.",
        isRequired: true),
      .init("passphrase", \.passphrase, SecretSource.reader, "Where the team's passphrase comes from."),
      .init(
        "keyFile", \.keyFile, .filled("the path of a key file"),
        "The team's key file, created with `parley key new`, instead of a passphrase."),
      .init(
        "schema", \.schema, .filled("the name of a schema"),
        "The schema that holds everything; give each team of a database its own.",
        default: DefaultValue.value(standardSchema)),
      .init(
        "verify", \.verify, .boolean,
        "`false` accepts a server that is not encrypted, or not verified. Use it only for testing.", default: "true"),
      .init(
        "keys", \.keys, .names("a list of keys such as [token, user.*]"),
        "The keys that the team shares, by name or pattern.", default: .words("all of `environments`")),
      .init(
        "environments", \.environments, .names("a list of environments"),
        "The environments whose keys the team shares.", default: .words("all that have one of `keys`")),
    ])

  static let reader = form.reader("a map with postgres, passphrase or keyFile, and keys or environments")
}

extension Reader where Value == [Located<String>] {
  /// Texts that say something, each with its place.
  fileprivate static func names(_ expected: String) -> Reader {
    Reader(
      expected, .list(.text(pattern: ".")), write: { $0.isEmpty ? nil : .list($0.map { .text($0.value) }) }
    ) { node, decoding in
      guard let elements = node.items else { return decoding.mismatch(node, expected: expected) }
      return elements.compactMap { element in
        guard let name = element.text, !name.isEmpty else { return decoding.mismatch(element, expected: "a name") }
        return Located(name, at: element.place)
      }
    }
  }
}
