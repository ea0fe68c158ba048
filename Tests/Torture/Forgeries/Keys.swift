import ParleyEngine
import ParleyStore
import TestSupport

/// Files of shared keys that somebody has forged: what says how they are sealed, and what is sealed in them.
struct Keys: TorturePart {
  static let name = "keys"
  static let summary =
    "sealed files of shared keys: costs of scrypt without measure, other passphrases, numbers at the ends of their ranges, broken seals"
  static let promise = "refused within seconds and in little memory, with not one key changed; or all of it is taken"
  static let shortCount = 4

  private static let passphrase = "words"
  private let file: JSONValue

  init() async throws {
    let entries = [
      SharedFile.Entry("token", .text("t0ken-from-elsewhere"), isSecret: true),
      SharedFile.Entry("cart", .json(["items": 3]), expires: Timestamp.now().advanced(by: .seconds(100_000))),
    ]
    let shared = SharedFile(environment: "local", entries: entries)
    file = try JSONValue(parsing: shared.bytes(.sealed(passphrase: Self.passphrase, cost: 1 << 10)))
  }

  func attempt(_ trial: Trial) async throws {
    var sandbox = try Sandbox()
    sandbox.environment["PARLEY_SHARED_PASSPHRASE"] = trial.once(in: 4) ? "others" : Self.passphrase
    let forged = forged(trial)
    trial.step(JSONPrinter.compact.string(of: forged))
    let path = try sandbox.home.write(JSONPrinter.compact.bytes(of: forged), to: "keys.json")
    trial.judge(try await sandbox.parley(["shared", "set", "mine"], input: "v"), ["shared", "set"], allowing: [0])
    let before = try await keys(in: sandbox, trial)
    // Kilobytes: what a debug build takes by itself, and what scrypt may.
    let line = "ulimit -v 6000000; exec \"$@\""
    let words = [try Executables.built("parley"), "shared", "import", path, "-w", sandbox.workspace]
    let imported = try await FinishedProcess.run(
      "/bin/sh", ["-c", line, "sh"] + words, environment: sandbox.environment, limit: .seconds(60))
    trial.judge(imported, ["shared", "import"])
    let after = try await keys(in: sandbox, trial)
    if imported.status == 0 {
      trial.expect(after.contains("mine"), "A key is gone: \(after)")
    } else {
      trial.expect(after == before, "Refused with \(imported.status), and the keys are \(after)")
    }
    trial.expect(!imported.errorText.contains("t0ken"), "It says a secret: \(imported.errorText)")
  }

  private func keys(in sandbox: Sandbox, _ trial: Trial) async throws -> [String] {
    let list = try await sandbox.parley(["shared", "list", "--json"])
    trial.judge(list, ["shared", "list"], allowing: [0])
    return (try JSONValue(parsing: list.outputText).array ?? []).compactMap { $0["name"]?.string ?? $0["key"]?.string }
  }

  private func forged(_ trial: Trial) -> JSONValue {
    switch trial.int(0..<4) {
    case 0: return trial.pick(ForgedNumbers.variants(of: file))
    case 1:
      var copy = file
      let cost = trial.pick([1, 2, 3, 1 << 9, 1 << 19, 1 << 20, 1 << 40, 1 << 62, 1023, -1024])
      copy["sealed"] = file["sealed"].map { head in
        var head = head
        head["cost"] = .number(JSONNumber(cost))
        return head
      }
      return copy
    default: return trial.pick(Self.broken(file, trial))
    }
  }

  /// The document with each of its texts, one after the other, as another one.
  private static func broken(_ value: JSONValue, _ trial: Trial) -> [JSONValue] {
    switch value {
    case .string(let text):
      let bytes = Array(text.utf8)
      var flipped = bytes
      if !bytes.isEmpty { flipped[trial.int(0..<bytes.count)] ^= 1 }
      return [flipped, Array(bytes.dropLast()), [], bytes + bytes].map { .string(String(decoding: $0, as: UTF8.self)) }
    case .object(let members):
      return members.flatMap { key, member in
        broken(member, trial).map { changed in
          var copy = members
          copy[key] = changed
          return .object(copy)
        }
      }
    default: return [.null]
    }
  }
}
