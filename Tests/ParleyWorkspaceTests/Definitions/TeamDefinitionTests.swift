import ParleyEngine
import ParleyModel
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("The team of parley.yaml", .timeLimit(.minutes(2)))
struct TeamDefinitionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("environments/local.yaml", "vars: {}\n")
    try folder.write("environments/staging.yaml", "vars: {}\n")
  }

  private func load(_ team: String, _ rest: String = "") throws -> Workspace {
    try folder.write("parley.yaml", "parley: 1\nid: abc\n\(rest)team:\n\(team)")
    return try Workspace.load(at: folder.path)
  }

  private static let database = #"  postgres: "{{env.PARLEY_TEAM}}"\#n"#

  @Test("names a database, what opens its key, and which keys are shared")
  func everything() throws {
    let workspace = try load(
      Self.database + "  passphrase: prompt\n  keys: [token, 'user.*']\n  environments: [staging]\n")
    #expect(workspace.diagnostics.isEmpty)
    #expect(
      workspace.definition.team
        == TeamDefinition(
          postgres: "{{env.PARLEY_TEAM}}", passphrase: .prompt, keys: ["token", "user.*"], environments: ["staging"]))
    let keys = try #require(workspace.teamKeys)
    #expect(keys.contains(SharedKey("user.id", in: "staging")))
    #expect(keys.contains(SharedKey("user.id")))
    #expect(!keys.contains(SharedKey("user.id", in: "local")))
    #expect(!keys.contains(SharedKey("page", in: "staging")))
  }

  @Test("shares all keys of an environment, but for tokens and what a cipher of this machine encrypts")
  func environments() throws {
    let workspace = try load(
      Self.database + "  keyFile: ~/.config/parley/team.key\n  environments: [staging]\n",
      """
      shared:
        mine: { cipher: machine }
        "pw.*": { cipher: vault }
        pw.ours: { cipher: team }
        all: { scope: workspace }
      ciphers: { vault: { passphrase: prompt } }

      """)
    #expect(workspace.diagnostics.isEmpty)
    let keys = try #require(workspace.teamKeys)
    let shared = ["page", "pw.ours"].map { SharedKey($0, in: "staging") }
    let own =
      ["mine", "pw.x", "oauth2 shop", "asked for"].map { SharedKey($0, in: "staging") } + [
        SharedKey("all"), SharedKey("page", in: "local"),
      ]
    #expect(shared.allSatisfy(keys.contains))
    #expect(!own.contains(where: keys.contains))
  }

  @Test("shares nothing that it does not say")
  func nothing() throws {
    let workspace = try load(Self.database + "  passphrase: prompt\n")
    #expect(workspace.teamKeys?.contains(SharedKey("a", in: "local")) == false)
    #expect(workspace.diagnostics.map(\.severity) == [.warning])
    try folder.write("parley.yaml", "parley: 1\nid: abc\n")
    #expect(try Workspace.load(at: folder.path).teamKeys == nil)
  }

  static let mistakes = [
    ("  keys: [a]\n  passphrase: prompt\n", "", "4:3: error: team has no “postgres”"),
    (database + "  keys: [a]\n", "", "4:13: error: team has no “passphrase” and no “keyFile”"),
    (
      database + "  passphrase: env TEAM\n  keyFile: k\n  keys: [a]\n", "",
      "6:12: error: team already has “passphrase”; expected one of them"
    ),
    (
      "  postgres: postgresql://ada:pw@db/parley\n  passphrase: prompt\n  keys: [a]\n", "",
      "4:13: warning: the address has a password in it"
    ),
    (
      database + "  passphrase: prompt\n  environments: [stagin]\n", "",
      "6:18: error: unknown environment “stagin”; did you mean “staging”?"
    ),
    (
      database + "  passphrase: prompt\n  keys: [oauth2 shop]\n", "", "6:10: error: “oauth2 shop” stays on this machine"
    ),
    (
      database + "  passphrase: prompt\n  keys: ['user.*']\n", "shared: { user.pw: { cipher: machine } }\n",
      "3:30: error: “user.pw” is the team's, and only this machine has the key of “machine”"
    ),
    (
      "  postgres: \"{{env.A}}{{nowhere}}\"\n  passphrase: prompt\n  keys: [a]\n", "",
      "4:23: error: unknown name “nowhere”"
    ),
    (
      database + "  passphrase: prompt\n  key: [a]\n", "", "6:3: error: unknown key “key” in team; did you mean “keys”?"
    ),
  ]

  @Test("mistakes are told with their place", arguments: mistakes)
  func mistake(team: String, rest: String, told: String) throws {
    let found = try load(team, rest).diagnostics.map(\.description)
    #expect(found.contains { $0.hasPrefix("parley.yaml:" + told) }, "\(found)")
  }

  @Test("a cipher of the team is unknown where there is none")
  func withoutTeam() throws {
    try folder.write("parley.yaml", "parley: 1\nid: abc\nshared: { a: { cipher: team } }\n")
    #expect(try Workspace.load(at: folder.path).diagnostics.map(\.code.description) == ["unknown-name"])
  }

  @Test("is trusted with its database, the variable that names it, and what opens its key")
  func trust() throws {
    let workspace = try load(Self.database + "  passphrase: env TEAM_WORDS\n  keys: [a]\n")
    #expect(
      TrustNeeds(of: workspace).all.map(\.description) == [
        "keep the team's keys in the database {{env.PARLEY_TEAM}}", "read the environment variable PARLEY_TEAM",
        "read the environment variable TEAM_WORDS",
      ])
    let storage = FileTrustStorage(directory: folder.at("state"))
    try storage.save(TrustGrant(TrustNeeds(of: workspace).all), for: workspace.identity)
    #expect(try storage.grant(for: workspace.identity).missing(of: TrustNeeds(of: workspace).all).isEmpty)
  }

  static let addresses = [
    ("postgresql://ada:s3cret@db.example:5432/parley?sslmode=verify-full", "s3cret"),
    ("host=db user=ada password=s3cret dbname=parley", "s3cret"),
    ("host=db password='s3 cret' dbname=parley", "s3 cret"),
    ("postgresql:///parley?host=db&password=s3cret&user=a", "s3cret"),
  ]

  @Test("an address is shown without its password", arguments: addresses)
  func password(address: String, password: String) {
    let shown = DatabaseAddress.withoutPassword(address)
    #expect(!shown.contains(password) && shown.contains("parley") && shown != address)
    #expect(DatabaseAddress.holdsPassword(address))
    #expect(!DatabaseAddress.holdsPassword(address.replacing(password, with: "{{env.PW}}")))
  }

  @Test("an address without one stays as it is")
  func noPassword() {
    for address in ["postgresql://db/parley", "postgresql://ada@db:5432/parley", "host=db dbname=parley", ""] {
      #expect(DatabaseAddress.withoutPassword(address) == address)
      #expect(!DatabaseAddress.holdsPassword(address))
    }
  }
}
