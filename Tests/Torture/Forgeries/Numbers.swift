import Cryptography
import ParleyEngine
import TestSupport

/// Files of exported runs in which a number is not what it was.
struct Numbers: TorturePart {
  static let name = "numbers"
  static let summary =
    "numbers at the ends of their ranges and beyond, in files of exported runs that vouch for themselves"
  static let promise = "the file is refused, or its run can be shown, exported and looked at"
  static let shortCount = 6

  private let lines: [JSONValue]

  init() async throws {
    let server = try RawServer.answering(.text("{}"))
    defer { server.stop() }
    let sandbox = try Sandbox(server: server.url)
    try sandbox.write("url: /one\n", to: "requests/one.yaml")
    try sandbox.write("serial: [{ request: one }, { local: j, jq: '{a: 1}' }]\n", to: "groups/g.yaml")
    let file = sandbox.home.path("run.json")
    for words in [["run", "g"], ["runs", "export", "last", file]] {
      let done = try await sandbox.parley(words)
      guard done.status == 0 else { throw SupportError("\(words): \(done.status) \(done.errorText)") }
    }
    lines = try sandbox.home.read("run.json").split(separator: UInt8(ascii: "\n")).map {
      try JSONValue(parsing: Array($0))
    }
  }

  func attempt(_ trial: Trial) async throws {
    var forged = Array(lines.dropLast())
    for _ in 0...trial.int(0..<2) {
      let index = trial.int(0..<forged.count)
      let variants = ForgedNumbers.variants(of: forged[index])
      if !variants.isEmpty { forged[index] = trial.pick(variants) }
    }
    let sandbox = try Sandbox()
    let bytes = Self.file(of: forged)
    try sandbox.home.write(bytes, to: "forged.json")
    trial.step(String(decoding: bytes, as: UTF8.self))
    for words in [
      ["runs", "import", sandbox.home.path("forged.json")], ["runs", "list"], ["runs", "show", "last"],
      ["runs", "show", "last", "--json"], ["runs", "export", "last", sandbox.home.path("again.json")],
      ["runs", "export", "last", sandbox.home.path("page.html"), "--html"], ["runs", "compare", "last", "last"],
    ] {
      trial.judge(try await sandbox.parley(words), words)
    }
    if trial.once(in: 4) { try await look(in: sandbox, trial) }
  }

  private func look(in sandbox: Sandbox, _ trial: Trial) async throws {
    let terminal = try sandbox.terminal()
    _ = try await blocking { terminal.wait(.seconds(10)) { !$0.isEmpty } }
    for keys in ["2", "\t", "\r", "j", "\r", "+", "(", "X", "-"] {
      terminal.type(Array(keys.utf8))
      try await blocking { _ = terminal.waitForExit(.milliseconds(150)) }
    }
    terminal.send(signal: 15)
    try await blocking { trial.judge(terminal.waitForExit(.seconds(60)), terminal, allowing: [143, 0]) }
  }

  private static func file(of lines: [JSONValue]) -> [UInt8] {
    let bytes = lines.flatMap { JSONPrinter.compact.bytes(of: $0) + [UInt8(ascii: "\n")] }
    let sum = MessageDigest.sha256(bytes).map { byte in
      let text = String(byte, radix: 16)
      return text.utf8.count == 1 ? "0" + text : text
    }.joined()
    let end: JSONValue = ["end": ["lines": .number(JSONNumber(lines.count)), "sha256": .string(sum)]]
    return bytes + JSONPrinter.compact.bytes(of: end) + [UInt8(ascii: "\n")]
  }
}
