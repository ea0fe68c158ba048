package import ParleyEngine
import ParleyModel
import ParleyText

/// The content of `parley.yaml`.
package struct WorkspaceDefinition: Sendable, Equatable {
  /// Of the format; 1.
  package var version: Located<Int>?
  /// Says, together with the folder's real path, which store belongs to the workspace.
  package var id: Located<String>?
  /// In their order: the first is the default.
  package var servers: [ServerDefinition]
  package var vars: [Variable]
  @CopyOnWrite package var defaults: DefaultsDefinition
  /// The rules for shared keys.
  package var shared: [SharedDefinition]
  package var ciphers: [CipherDefinition]
  /// The keys that a team shares, and where.
  package var team: TeamDefinition?
  /// The envelopes of the APIs' responses.
  package var envelopes: [EnvelopeDefinition]
  /// How many connections are open at once; 0 is as many as are wanted.
  package var pool: Located<Int>?
  /// How much of the history is kept.
  package var history: HistoryDefinition?
  /// The environment of commands that name none.
  package var environment: Located<String>?

  package init(
    version: Located<Int>? = nil, id: Located<String>? = nil, servers: [ServerDefinition] = [], vars: [Variable] = [],
    defaults: DefaultsDefinition = .init(), shared: [SharedDefinition] = [], ciphers: [CipherDefinition] = [],
    team: TeamDefinition? = nil, envelopes: [EnvelopeDefinition] = [], pool: Located<Int>? = nil,
    environment: Located<String>? = nil, history: HistoryDefinition? = nil
  ) {
    self.history = history
    self.environment = environment
    self.version = version
    self.id = id
    self.servers = servers
    self.vars = vars
    self.defaults = defaults
    self.shared = shared
    self.ciphers = ciphers
    self.team = team
    self.envelopes = envelopes
    self.pool = pool
  }

  /// The format this program reads.
  package static let currentVersion = 1
}

extension WorkspaceDefinition {
  package static let form = Form(
    "the workspace", make: { WorkspaceDefinition() },
    keys: [
      .init("parley", \.version, .formatVersion, "The version of this format: 1.", isRequired: true),
      .init(
        "id", \.id, .workspaceID, "Created by `parley new`; identifies the workspace's history.", isRequired: true),
      .init("servers", \.servers, ServerDefinition.listReader, "Servers by name; the first is the default."),
      .init(
        "environment", \.environment, .filled("the name of an environment"),
        "The environment of commands without `-e`, and of a workspace that is opened for the first time."),
      .init("vars", \.vars, Variable.reader(allowsSecrets: false), "Values by name, for templates."),
      .init(
        "defaults", \.defaults, DefaultsDefinition.sharedForm.reader("a map of defaults"), "Defaults for all requests."
      ),
      .init("shared", \.shared, SharedDefinition.listReader, "Rules for shared keys, by name or pattern."),
      .init(
        "ciphers", \.ciphers, CipherDefinition.listReader, "Ciphers that encrypt shared data, by name."),
      .init(
        "team", \.team, TeamDefinition.reader, "The shared keys that a team has together, in a PostgreSQL database."),
      .init(
        "envelopes", \.envelopes, EnvelopeDefinition.listReader,
        "Response structures of APIs, by the name used in `response.envelope`."),
      .init("history", \.history, HistoryDefinition.reader, "How much of the history is kept on each machine."),
      .init(
        "pool", \.pool, .integer(0...10_000), "Maximum number of requests in flight; 0 means no limit.", default: "0"),
    ])
}

extension Reader where Value == Int {
  static var formatVersion: Reader {
    let current = WorkspaceDefinition.currentVersion
    return .scalar(
      "\(current), the version this program reads", .integer(current...current),
      hint: "a newer format needs a newer Parley", text: { "\($0)" }
    ) { Int($0) == current ? current : nil }
  }
}

extension Reader where Value == String {
  static var workspaceID: Reader {
    .text("an id of letters and digits", .text(pattern: "^[A-Za-z0-9_-]{1,64}$")) { text in
      let isValid = text.utf8.allSatisfy { $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") || $0.isLetterOrDigit }
      return isValid && (1...64).contains(text.utf8.count) ? text : nil
    }
  }
}
