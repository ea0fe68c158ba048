import Testing

@testable import ParleyEditing
@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Keys that had another name", .timeLimit(.minutes(1)))
struct FormerKeyTests {
  private static let former = "url: /x\nretry: { attempts: 3, delay: 1s } # why\n"

  @Test("are read as before, with a warning that says what to write")
  func reading() throws {
    let (value, diagnostics) = RequestDefinition.read(Self.former)
    #expect(value != nil && value == RequestDefinition.read("url: /x\nretry: { retries: 3, delay: 1s }\n").value)
    let warning = try #require(diagnostics.first)
    #expect(diagnostics.count == 1 && warning.severity == .warning && "\(warning.code)" == "former-key")
    #expect(warning.message.contains("“attempts”") && warning.message.contains("“retries”"))
    #expect(warning.hint?.contains("`retries`") == true)
  }

  @Test("hold where the name of today means something, and nowhere else")
  func elsewhere() {
    #expect(RequestDefinition.read("url: /x\nattempts: 3\n").diagnostics.hasErrors)
    let until = GroupDefinition.form.read(
      SourceText(
        file: "g.yaml", bytes: Array("serial:\n  - { request: a, until: .done, every: 1s, attempts: 3 }\n".utf8)))
    #expect(until.diagnostics.isEmpty)
  }

  @Test("stay as they stand until their value changes, and have their name of today then")
  func saving() throws {
    let file = RequestFile(root: "", id: "x", source: SourceText(file: "x.yaml", bytes: Array(Self.former.utf8)))
    var edited = file.definition
    edited.url = "/y"
    #expect(try text(file.patched(edited)) == "url: /y\nretry: { attempts: 3, delay: 1s } # why\n")
    edited = file.definition
    edited.retry?.value.delay = Located(.seconds(2))
    #expect(try text(file.patched(edited)) == "url: /x\nretry: { attempts: 3, delay: 2s } # why\n")
    edited = file.definition
    edited.retry?.value.retries = Located(5)
    #expect(try text(file.patched(edited)) == "url: /x\nretry: { retries: 5, delay: 1s } # why\n")
    edited.retry = nil
    #expect(try !text(file.patched(edited)).contains("attempts"))
  }

  @Test("a block keeps its lines, and both names at once are one too many")
  func blocks() throws {
    let block = "url: /x\nretry:\n  delay: 1s\n  attempts: 3 # often\n"
    let file = RequestFile(root: "", id: "x", source: SourceText(file: "x.yaml", bytes: Array(block.utf8)))
    var edited = file.definition
    edited.retry?.value.retries = Located(4)
    #expect(try text(file.patched(edited)) == "url: /x\nretry:\n  delay: 1s\n  retries: 4 # often\n")
    let both = RequestDefinition.read("url: /x\nretry: { retries: 1, attempts: 3 }\n")
    #expect(both.diagnostics.hasErrors)
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
