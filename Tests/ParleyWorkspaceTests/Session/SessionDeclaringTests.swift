import ParleyEngine
import ParleyFiles
import ParleyStore
import ParleyWorkspace
import TestSupport
import Testing

@Suite("Keys are named and sealed by hand, and the files say so", .timeLimit(.minutes(2)))
struct SessionDeclaringTests {
  private let folder: TemporaryDirectory

  private static let file = """
    parley: 1   # the format
    id: test
    ciphers:
      vault: { passphrase: prompt }
    shared:
      token: { cipher: vault }   # from the login

    """

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write(Self.file, to: "shop/parley.yaml")
    try folder.write("vars: {}\n", to: "shop/environments/local.yaml")
    try folder.write("vars: {}\n", to: "shop/environments/other.yaml")
  }

  private func open(_ place: String = "shop") async throws -> Session {
    try await Session.open(at: folder.path(place), state: StateFolder(path: folder.path("state")), passphraseCost: 16)
  }

  private var text: String {
    get throws { String(decoding: try folder.read("shop/parley.yaml"), as: UTF8.self) }
  }

  @Test("a key is sealed with its history in every environment, and opened again; the file says so each time")
  func binds() async throws {
    let session = try await open()
    for value in ["1", "2"] { try await session.shared.set("key", .text(value)) }
    try session.select(environment: "other")
    try await session.shared.set("key", "3")
    try await session.sharedKeys.bind("key", to: "vault", by: Words("open"))
    #expect(try text == Self.file + "  key: { cipher: vault }\n")
    #expect(try await session.shared.entry("key")?.cipher == "vault")
    try session.select(environment: "local")
    #expect(try await session.shared.history(of: "key").map(\.cipher) == ["vault", "vault"])
    session.ciphers.lock("vault")
    try await session.sharedKeys.bind("key", to: nil, by: Words("open"))
    #expect(try text == Self.file + "  key: { cipher: none }\n")
    #expect(try await session.shared.history(of: "key").compactMap(\.value) == ["2", "1"])
    await session.close()
  }

  @Test("a passphrase that does not open it, a cipher nobody declared: neither file nor values have changed")
  func refuses() async throws {
    let session = try await open()
    try await session.ciphers.unlock("vault", by: Words("open"))
    try await session.shared.set("token", "sealed")
    try await session.shared.set("key", "open")
    session.ciphers.lock("vault")
    for (key, cipher) in [("key", "vault"), ("token", nil), ("key", "nobody")] {
      await #expect(throws: SharedDataError.self) {
        try await session.sharedKeys.bind(key, to: cipher, by: Words("wrong"))
      }
    }
    #expect(try text == Self.file)
    #expect(try await session.shared.get("key") == "open")
    #expect(try await session.sharedKeys.reveal("token", by: Words("open"))?.value == "sealed")
    await session.close()
  }

  @Test("what a renamed key holds stays sealed under its new name; a name that is taken is refused")
  func renames() async throws {
    let session = try await open()
    try await session.ciphers.unlock("vault", by: Words("open"))
    try await session.shared.set("token", "sealed", writer: "login")
    try await session.shared.set("other", "taken")
    await #expect(throws: SharedDataError.self) {
      try await session.sharedKeys.rename("token", to: "other", by: Words("open"))
    }
    #expect(try await session.shared.get("token") == "sealed")
    try await session.sharedKeys.rename("token", to: "session", by: Words("open"))
    #expect(try await session.shared.entry("session")?.cipher == "vault")
    #expect(try await session.shared.get("token") == nil)
    #expect(try await session.shared.undo("token").cipher == "vault")
    await session.close()
  }

  @Test("a new cipher with a key file is declared, made, and may be read")
  func declares() async throws {
    let session = try await open()
    let path = folder.path("keys/ci.key")
    try await session.sharedKeys.declareCipher("ci", keyFile: path)
    #expect(session.ciphers.all.map(\.name) == ["vault", "ci"] && session.permissions.missing().isEmpty)
    try await session.sharedKeys.create("ci.key", "s", cipher: "ci", scope: .workspace, by: NoPrompter())
    #expect(try await session.shared.entry("ci.key")?.key.environment == nil)
    #expect(
      try text == Self.file.replacing("prompt }\n", with: "prompt }\n  ci: { keyFile: \(path) }\n")
        + "  ci.key: { cipher: ci, scope: workspace }\n")
    await #expect(throws: SharedDataError.self) { try await session.sharedKeys.declareCipher("ci", keyFile: path) }
    await session.close()
  }

  @Test("a clone of the workspace, and a stranger's folder with its id, begin without its keys")
  func clones() async throws {
    let mine = try await open()
    try await mine.shared.set("key", "mine")
    try folder.write(Self.file, to: "clone/parley.yaml")
    try folder.write("parley: 1\nid: test\nshared: { key: { scope: environment } }\n", to: "stranger/parley.yaml")
    for place in ["clone", "stranger"] {
      let other = try await open(place)
      #expect(try await other.shared.list().total == 0)
      #expect(other.location.folder != mine.location.folder)
      try await other.shared.set("key", "theirs")
      await other.close()
    }
    #expect(try await mine.shared.get("key") == "mine")
    await mine.close()
  }
}

/// Gives the same words to every question.
private struct Words: Prompter {
  let words: String

  init(_ words: String) {
    self.words = words
  }

  func answers(to questions: [PromptQuestion]) async throws -> [PromptAnswer]? {
    questions.map { _ in PromptAnswer(words) }
  }
}
