import ParleyEngine
import ParleyModel
import Testing

@testable import ParleyEditing
@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("parley.yaml keeps its bytes when shared keys are declared", .timeLimit(.minutes(2)))
struct WorkspaceFileTests {
  private let folder: TemporaryFolder

  private static let start = """
    # Ours.
    parley: 1
    id: abc   # an id
    vars: { locale: "en" }

    """

  init() throws {
    folder = try TemporaryFolder()
  }

  private func saved(_ text: String, _ change: (inout WorkspaceDefinition) -> Void) throws -> String {
    try folder.write("parley.yaml", text)
    try WorkspaceFile.change(of: Workspace.load(at: folder.path), change)
    return String(decoding: try FileSystem.read(folder.at("parley.yaml"), limit: 10_000), as: UTF8.self)
  }

  private static let vault = SharedDefinition(pattern: "token", cipher: "vault")

  @Test("the first key makes the map, at the end")
  func first() throws {
    let text = try saved(Self.start) { $0.shared.append(Self.vault) }
    #expect(text == Self.start + "shared:\n  token: { cipher: vault }\n")
  }

  @Test("a key is added, changed and taken away among others, whose lines stay", arguments: ["\n", "\r\n"])
  func among(lineBreak: String) throws {
    let before =
      (Self.start
      + "shared:   # what is shared\n  'user.*': {scope: workspace}   # all\n  b: { cipher: gzip }\npool: 3\n")
      .replacing("\n", with: lineBreak)
    let added = try saved(before) { $0.shared.append(Self.vault) }
    #expect(
      added == before.replacing("gzip }\(lineBreak)", with: "gzip }\(lineBreak)  token: { cipher: vault }\(lineBreak)"))
    let changed = try saved(before) { $0.shared[1].cipher = "vault" }
    #expect(changed == before.replacing("gzip", with: "vault"))
    let fewer = try saved(before) { $0.shared.remove(at: 1) }
    #expect(fewer == before.replacing("  b: { cipher: gzip }\(lineBreak)", with: ""))
  }

  @Test("a team is written as it is read, and its other bytes stay")
  func team() throws {
    let team = TeamDefinition(
      postgres: "{{env.PARLEY_TEAM}}", passphrase: .environment("WORDS"), keys: ["user.*"], environments: ["staging"])
    let text = try saved(Self.start) { $0.team = team }
    #expect(try Workspace.load(at: folder.path).definition.team == team)
    let more = try saved(text.replacing("user.*", with: "user.*, b")) { $0.team?.environments = [] }
    #expect(more == text.replacing("user.*", with: "user.*, b").replacing("  environments: [staging]\n", with: ""))
  }

  @Test("a cipher is added to the others")
  func cipher() throws {
    let before = Self.start + "ciphers:\n  vault: { passphrase: prompt } # mine\n"
    let text = try saved(before) {
      $0.ciphers.append(CipherDefinition(name: "ci", keyFile: "~/.config/ci.key"))
    }
    #expect(text == before + "  ci: { keyFile: ~/.config/ci.key }\n")
  }

  @Test("what two programs declare at the same time is all there", .timeLimit(.minutes(1)))
  func together() async throws {
    try folder.write("parley.yaml", Self.start)
    let workspace = try Workspace.load(at: folder.path)
    await withTaskGroup { group in
      for writer in 0..<4 {
        group.addTask {
          for number in 0..<10 {
            _ = try? WorkspaceFile.change(of: workspace) {
              $0.shared.append(SharedDefinition(pattern: Located("k\(writer).\(number)"), cipher: "vault"))
            }
          }
        }
      }
    }
    #expect(try WorkspaceFile(of: workspace).definition.shared.count == 40)
  }

  @Test("a change is taken back, unless somebody changed the file since", arguments: [false, true])
  func undo(isChanged: Bool) throws {
    try folder.write("parley.yaml", Self.start)
    let workspace = try Workspace.load(at: folder.path)
    let change = try WorkspaceFile.change(of: workspace) { $0.shared.append(Self.vault) }
    if isChanged { try WorkspaceFile.change(of: workspace) { $0.pool = Located(3) } }
    let written = try WorkspaceFile(of: workspace).bytes
    try change.undo()
    #expect(try WorkspaceFile(of: workspace).bytes == (isChanged ? written : Array(Self.start.utf8)))
  }

  @Test("a file that is no YAML is left alone")
  func unreadable() throws {
    try folder.write("parley.yaml", "parley: 1\nid: abc\n")
    let workspace = try Workspace.load(at: folder.path)
    try folder.write("parley.yaml", "parley: [\n")
    let file = try WorkspaceFile(of: workspace)
    #expect(throws: SaveError.notReadable(file: "parley.yaml")) { try file.patched(WorkspaceDefinition()) }
  }
}
