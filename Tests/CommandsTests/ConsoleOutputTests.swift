import ParleyEngine
import ParleyWorkspace
import Testing

@testable import Commands

@Suite("What commands write to standard output", .timeLimit(.minutes(1)))
struct ConsoleOutputTests {
  private static let hostile =
    "a\u{1B}]52;c;ZXZpbA==\u{07}\u{9B}2J\u{7F}\u{202E}" + String(repeating: "e\u{301}\u{302}\u{303}\u{304}", count: 3)

  private static func body(_ bytes: [UInt8], toTerminal: Bool) -> [UInt8] {
    let console = RecordingConsole(writesToTerminal: toTerminal)
    BodyWriter(InMemoryBytes(bytes)).write(to: console)
    return console.told.output
  }

  @Test("a pipe gets the bytes of a body exactly, whatever they are")
  func pipes() {
    let bytes = Array(Self.hostile.utf8) + [0xFF, 0xFE, 0x00] + Array(repeating: 0xC3, count: 300_000)
    #expect(Self.body(bytes, toTerminal: false) == bytes)
  }

  @Test("a terminal gets nothing of a body that it would act on")
  func terminals() {
    let shown = String(decoding: Self.body(Array(Self.hostile.utf8), toTerminal: true), as: UTF8.self)
    #expect(shown.utf8.starts(with: "a\\u{1B}]52;c;ZXZpbA==\\u{7}\\u{9B}2J\\u{7F}\\u{202E}e".utf8))
    #expect(shown.hasSuffix("…\n"))
    #expect(!shown.unicodeScalars.contains("\u{304}"))
  }

  @Test("JSON is without controls and without storms wherever it goes, and says the same", arguments: [true, false])
  func json(toTerminal: Bool) throws {
    let console = RecordingConsole(writesToTerminal: toTerminal)
    console.print(["body": .string(Self.hostile)])
    #expect(try JSONValue(parsing: console.told.output)["body"] == .string(Self.hostile))
    #expect(
      !console.text.unicodeScalars.contains { ["\u{7F}", "\u{9B}", "\u{202E}", "\u{1B}", "\u{304}"].contains($0) })
    #expect(console.text.contains("\\u009B2J\\u007F\\u202E"))
  }

  @Test("JSON stays JSON where a number is a secret, and has it nowhere")
  func numbers() throws {
    let (console, secrets) = (RecordingConsole(), KnownSecrets())
    secrets.learn(Secrets(["4929123456781234"]))
    let document: JSONValue = ["card": 4_929_123_456_781_234, "cards": ["4929123456781234", 1]]
    MaskingConsole(console, secrets).print(document)
    #expect(try JSONValue(parsing: console.told.output)["cards"]?[1] == 1)
    #expect(!console.text.contains("4929123456781234"))
  }

  @Test("a curl command is exact for a pipe, and harmless on a terminal")
  func commands() {
    let command = "curl 'http://a' --data-raw '\u{1B}]0;x\u{07}'"
    let (pipe, terminal) = (RecordingConsole(), RecordingConsole(writesToTerminal: true))
    pipe.print(command: command)
    terminal.print(command: command)
    #expect(pipe.text == command + "\n")
    #expect(terminal.text == "curl 'http://a' --data-raw $'\\x1B]0;x\\x07'\n")
  }

  @Test("lines for people are escaped for a pipe too")
  func lines() {
    let console = RecordingConsole()
    console.print("a\u{1B}b\nc")
    #expect(console.text == "a\\u{1B}b\nc\n")
  }
}
