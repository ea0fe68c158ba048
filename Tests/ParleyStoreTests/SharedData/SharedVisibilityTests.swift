import ParleyEngine
import TestSupport
import Testing

@testable import ParleyStore

/// On disk a row is found by SQL, in memory by the rules themselves.
@Suite("A store finds the keys that the rules show, however many rules there are", .timeLimit(.minutes(2)))
struct SharedVisibilityTests {
  private static let names = ["a", "ab", "aab", "abb", "b", "[x]", "x", "q?", "qz", "a.b", "é", "A"]
  private static let patterns = names + ["*", "a*", "*b", "a*b", "[*", "q*", "*?", "é*"]

  @Test("any rules show the same keys on disk as in memory", arguments: Sample.of(Array(0..<40), 12))
  func same(seed: UInt64) async throws {
    var random = Seeded(state: seed)
    let rules = SharedRules(
      (0..<Int.random(in: 1...6, using: &random)).map { _ in
        SharedRule(
          KeyPattern(Self.patterns.randomElement(using: &random) ?? "*"),
          scope: Bool.random(using: &random) ? .workspace : .environment)
      })
    let folder = TemporaryFolder()
    let store = Store(at: folder("store"), machineKey: folder("machine.key"))
    try await store.open()
    let memory = InMemorySharedData()
    for (name, environment) in Self.names.flatMap({ name in [nil, "local", "staging"].map { (name, $0) } }) {
      let content = SharedContent(kind: .text, cipher: nil, kept: .success(Ciphertext(Array("1".utf8))))
      let edit = SharedEdit(
        key: SharedKey(name, in: environment), content: content, writer: nil, at: .now(), origin: 1)
      _ = try await store.sharedData.append(edit)
      _ = memory.append(edit)
    }
    for environment in [nil, "local"] {
      let query = SharedQuery(environment: environment, rules: rules)
      let found = try await store.sharedData.list(query).records.map(\.key)
      #expect(found == memory.list(query).records.map(\.key))
      #expect(try await store.sharedData.keys(query) == found)
    }
    await store.close()
  }

  @Test("more rules than a statement takes arguments still show every key")
  func many() async throws {
    let folder = TemporaryFolder()
    let store = Store(at: folder("store"), machineKey: folder("machine.key"))
    try await store.open()
    let shared = SharedData(storage: store.sharedData, environment: "local")
    let rules = (0..<40_000).map { SharedRule(KeyPattern("key\($0)"), scope: $0 == 7 ? .workspace : .environment) }
    shared.rules = SharedRules(rules + [SharedRule("key*", cipher: "gzip", scope: .workspace)])
    try await shared.set("key7", "of all")
    try await shared.set("key8", "of one")
    try await shared.set("keys", "of all too")
    #expect(try await shared.list().entries.map(\.key) == ["key7", "key8", "keys"].map(shared.key))
    #expect(shared.key("key8").environment == "local" && shared.key("keys").environment == nil)
    await store.close()
  }
}

/// The same numbers each time.
private struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
