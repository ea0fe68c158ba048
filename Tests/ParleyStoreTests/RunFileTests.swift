import Cryptography
import GRDB
import Glibc
import HTTPTypes
import ParleyEngine
import ParleyModel
import TestSupport
import Testing

@testable import ParleyStore

@Suite("Runs in files", .timeLimit(.minutes(2)))
struct RunFileTests {
  let folder = TemporaryFolder()
  private static let secret = "s3cret-t0ken"

  private func ran(
    in store: Store, body: String = #"{"id":7,"token":"s3cret-t0ken"}"#, secrets: Secrets = Secrets([secret])
  ) async throws -> KeptRun {
    let transport = RecordingTransport(status: 200, body: body)
    let client = Client(ClientConfiguration(servers: Servers("http://h")), transport: transport, repository: store)
    try await client.open()
    var login = Request.post("/login")
    login.headers[.authorization] = "Bearer \(Self.secret)"
    login.secrets = secrets
    login.body = .text(#"{"user":"ada","password":"pw1"}"#)
    let group = RequestGroup.serial([
      .request(login).named("login"), .job("pick") { input in input.steps["login"]?.value?["id"] },
    ]).named("checkout")
    let run = client.run(group, RunOptions(repository: store, environment: "local"))
    _ = await run.result()
    try await store.events.flush()
    return try #require(try await store.runs.run(run.groupID))
  }

  private func exported(_ store: Store, _ protection: RunFile.Protection = .masked) async throws -> String {
    let path = folder("run.json")
    let run = try await ran(in: store)
    _ = try await store.runs.export(run, to: path, protection, workspace: "shop")
    return path
  }

  private func sealed(_ passphrase: String) -> RunFile.Protection { .sealed(passphrase: passphrase, cost: 1 << 10) }

  @Test("A sealed run comes to another store as it was, secrets included, and says where it came from")
  func sealedTravels() async throws {
    let (here, there) = (try await Store.opened(in: folder, "here"), try await Store.opened(in: folder, "there"))
    let path = try await exported(here, sealed("open sesame"))
    #expect(!String(decoding: try Self.bytes(path), as: UTF8.self).contains("login"))
    guard case .imported(let run) = try await there.runs.importFile(path, passphrase: "open sesame") else {
      Issue.record("It was known.")
      return
    }
    var (original, copy) = (
      try #require(try await here.runs.recording(of: run.id)), try #require(try await there.runs.recording(of: run.id))
    )
    #expect(copy.summary.imported?.source == "shop run 1" && copy.masked.isEmpty && run.isPinned)
    copy.summary.imported = nil
    original.summary.imported = nil
    #expect(copy == original)
    let id = try #require(copy.node(named: "login")?.exchange)
    let exchange = try #require(try await there.history.exchange(id)?.exchange)
    #expect(exchange.secrets == Secrets([Self.secret]))
    #expect(exchange.request.headers[.authorization] == "Bearer \(Self.secret)")
    #expect(try exchange.response?.bytes() == Array(#"{"id":7,"token":"s3cret-t0ken"}"#.utf8))
    await here.close()
    await there.close()
  }

  @Test("Without a passphrase no secret is in the file, and the steps of which something is masked are known")
  func maskedTravels() async throws {
    let (here, there) = (try await Store.opened(in: folder, "here"), try await Store.opened(in: folder, "there"))
    let path = try await exported(here)
    let text = String(decoding: try Self.bytes(path), as: UTF8.self)
    #expect(!text.contains(Self.secret) && text.contains("Bearer \(Secrets.mask)"))
    guard case .imported(let run) = try await there.runs.importFile(path) else {
      Issue.record("It was known.")
      return
    }
    #expect(run.summary.imported?.masked.contains(.root.node(0)) == true)
    guard case .known(let again) = try await there.runs.importFile(path) else {
      Issue.record("It was imported twice.")
      return
    }
    #expect(again == run)
    #expect(try await there.runs.recent(9).count == 1)
    // It was not sent from there: no template takes it for the last response.
    #expect(try await there.history.lastResponse(named: "login", in: "local") == nil)
    try await there.runs.delete([run.id])
    #expect(try await there.history.count() == 0)
    await here.close()
    await there.close()
  }

  @Test("Into a pipe a run is written as into a file")
  func pipe() async throws {
    let store = try await Store.opened(in: folder)
    let run = try await ran(in: store)
    #expect(mkfifo(folder("pipe"), 0o600) == 0)
    let descriptor = open(folder("pipe"), O_RDONLY | O_NONBLOCK)
    defer { close(descriptor) }
    for name in ["pipe", "run.json"] {
      _ = try await store.runs.export(run, to: folder(name), .masked, workspace: "shop")
    }
    let expected = try Self.bytes(folder("run.json"))
    var bytes = [UInt8](repeating: 0, count: expected.count + 1)
    #expect(read(descriptor, &bytes, bytes.count) == expected.count && bytes.last == 0)
    // They differ in the moment of their making alone, and so in their sum.
    let lines = [bytes.dropLast(), expected[...]].map { $0.split(separator: UInt8(ascii: "\n")).dropFirst().dropLast() }
    #expect(lines[0] == lines[1] && !lines[0].isEmpty)
    await store.close()
  }

  @Test("A short secret is masked in the body that carried it, and nowhere else")
  func shortSecret() async throws {
    let store = try await Store.opened(in: folder)
    let run = try await ran(in: store, body: "npw1 is a word", secrets: Secrets([Self.secret, "pw1"]))
    _ = try await store.runs.export(run, to: folder("run.json"), .masked, workspace: "shop")
    let text = String(decoding: try Self.bytes(folder("run.json")), as: UTF8.self)
    #expect(text.contains(#"\"password\":\"\#(Secrets.mask)\""#) && text.contains("npw1 is a word"), "\(text)")
    await store.close()
  }

  @Test("What was masked counts as the same when the run is compared with the one it was made from")
  func comparedMasked() async throws {
    let (here, there) = (try await Store.opened(in: folder, "here"), try await Store.opened(in: folder, "there"))
    guard case .imported(let run) = try await there.runs.importFile(try await exported(here)) else {
      Issue.record("It was known.")
      return
    }
    let original = try #require(try await here.runs.recording(of: run.id))
    let copy = try #require(try await there.runs.recording(of: run.id))
    let output: RunComparison.Output = { record in if case .value(let value) = record.output { value } else { nil } }
    #expect(try await output(#require(original.node(named: "pick"))) == 7)
    #expect(try await output(#require(copy.node(named: "pick"))) == .string(Secrets.mask))
    #expect(await RunComparison(original, copy, output: output).isSame)
    await here.close()
    await there.close()
  }

  @Test("A wrong passphrase is told, and so is a file that was changed or cut")
  func integrity() async throws {
    let (here, there) = (try await Store.opened(in: folder, "here"), try await Store.opened(in: folder, "there"))
    let path = try await exported(here, sealed("right"))
    let whole = try Self.bytes(path)
    await #expect(throws: RunFileError.self) { try await there.runs.importFile(path) }
    let wrong = await #expect(throws: RunFileError.self) { try await there.runs.importFile(path, passphrase: "wrong") }
    #expect(wrong?.summary == "This passphrase does not open the file.")
    var lines = whole.split(separator: UInt8(ascii: "\n"))
    lines.removeLast()
    Disk.write(Array(lines.joined(separator: [UInt8(ascii: "\n")])), to: folder("cut.json"))
    let cut = await #expect(throws: RunFileError.self) {
      try await there.runs.importFile(folder("cut.json"), passphrase: "right")
    }
    #expect(cut != nil, "a file that was cut is refused")
    #expect(try await there.runs.recent(9).isEmpty)
    await here.close()
    await there.close()
  }

  @Test("Every number of a file may be anything: it is refused, or the run can be read", .timeLimit(.minutes(3)))
  func forgedNumbers() async throws {
    let here = try await Store.opened(in: folder, "here")
    let path = try await exported(here)
    let lines = try Self.bytes(path).split(separator: UInt8(ascii: "\n")).map { try JSONValue(parsing: Array($0)) }
    let there = try await Store.opened(in: folder, "there")
    var taken = 0
    for index in lines.indices.dropLast() {
      for variant in ForgedNumbers.variants(of: lines[index]) {
        var forged = Array(lines.dropLast())
        forged[index] = variant
        Disk.write(Self.file(of: forged), to: folder("forged.json"))
        if case .imported(let run)? = try? await there.runs.importFile(folder("forged.json")) {
          taken += 1
          let recording = try #require(try await there.runs.recording(of: run.id))
          #expect(recording.lastMoment.iso8601.hasSuffix("Z"))
          for id in recording.nodes.compactMap(\.exchange) {
            let exchange = try await there.history.exchange(id)?.exchange
            #expect(exchange.map { $0.startedAt.advanced(by: $0.response?.timings.total ?? .zero).iso8601 } != "")
          }
          try await there.runs.delete([run.id])
        }
      }
    }
    #expect(taken > 20)
    await there.close()
    await here.close()
  }

  /// With the line that vouches for the others.
  private static func file(of lines: [JSONValue]) -> [UInt8] {
    let bytes = lines.flatMap { JSONPrinter.compact.bytes(of: $0) + [UInt8(ascii: "\n")] }
    let sum = MessageDigest.sha256(bytes).hexadecimal
    let end: JSONValue = ["end": ["lines": .number(JSONNumber(lines.count)), "sha256": .string(sum)]]
    return bytes + JSONPrinter.compact.bytes(of: end) + [UInt8(ascii: "\n")]
  }

  @Test("A version that there never was is refused", arguments: ["0", "-1", "1.5", "-9223372036854775808", "1e400"])
  func versions(_ version: String) async throws {
    let store = try await Store.opened(in: folder)
    let path = try await exported(store)
    let text = String(decoding: try Self.bytes(path), as: UTF8.self)
    Disk.write(Array(text.replacing("\"version\":1", with: "\"version\":\(version)").utf8), to: folder("other.json"))
    let error = await #expect(throws: RunFileError.self) { try await store.runs.importFile(folder("other.json")) }
    #expect(error?.kind == .invalid)
    #expect(throws: SharedFileError.self) {
      try SharedFileReader(Array(#"{"parley":"shared","version":\#(version),"keys":{}}"#.utf8), at: "f")
    }
    await store.close()
  }

  /// What somebody may make of a file that was masked.
  private static let changes: [String: @Sendable (String) -> String] = [
    "no JSON": { $0.replacing("{\"summary\"", with: "{\"summary") },
    "depth": { $0.replacing("{\"summary\":", with: "{\"summary\":" + String(repeating: "[", count: 100_000)) },
    "a control character in a name": { $0.replacing(#""name":"pick""#, with: #""name":"pi\u001bck""#) },
    "a path in a name": { $0.replacing(#""group":"checkout""#, with: #""group":"../../etc/passwd""#) },
    "a wrong type": { $0.replacing(#""status":200"#, with: #""status":"200""#) },
    "a status that is none": { $0.replacing(#""status":200"#, with: #""status":99999"#) },
    "one changed letter": { $0.replacing(#""kind":"job""#, with: #""kind":"job" "#) },
    "no run at all": { _ in "{}" },
    "a later version": { $0.replacing(#""version":1"#, with: #""version":9"#) },
    "the same step twice": { text in
      let lines = text.split(separator: "\n")
      return (lines + lines.filter { $0.hasPrefix("{\"node\"") }).joined(separator: "\n")
    },
    "no end": { $0.split(separator: "\n").dropLast().joined(separator: "\n") },
  ]

  @Test(
    "A hostile file is refused with its line, and nothing of it is kept",
    arguments: Self.changes.keys.sorted())
  func hostile(name: String) async throws {
    let change = try #require(Self.changes[name])
    let (here, there) = (try await Store.opened(in: folder, "here"), try await Store.opened(in: folder, "there"))
    let path = try await exported(here)
    let text = String(decoding: try Self.bytes(path), as: UTF8.self)
    #expect(change(text) != text)
    Disk.write(Array(change(text).utf8), to: folder("hostile.json"))
    let error = await #expect(throws: RunFileError.self) { try await there.runs.importFile(folder("hostile.json")) }
    #expect(error?.advice?.hasPrefix("Nothing was imported.") == true)
    #expect(try await there.runs.recent(9).isEmpty)
    #expect(try await there.history.count() == 0)
    await here.close()
    await there.close()
  }

  @Test("What fails in the middle of an import leaves nothing behind")
  func allOrNothing() async throws {
    let (here, there) = (try await Store.opened(in: folder, "here"), try await Store.opened(in: folder, "there"))
    let path = try await exported(here)
    try await there.access.opened().log.write { database in
      try database.execute(
        sql: "CREATE TRIGGER full BEFORE INSERT ON exchange BEGIN SELECT RAISE(ABORT, 'full'); END")
    }
    await #expect(throws: RepositoryError.self) { try await there.runs.importFile(path) }
    #expect(try await there.runs.recent(9).isEmpty)
    let rows = try await there.access.opened().log.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM run_node") }
    #expect(rows == 0)
    await here.close()
    await there.close()
  }

  @Test("A large body travels in pieces, and a secret across two of them is masked")
  func largeBody() async throws {
    let (here, there) = (try await Store.opened(in: folder, "here"), try await Store.opened(in: folder, "there"))
    let filler = String(repeating: "ä", count: (256 * 1024 - 6) / 2)
    let body = filler + Self.secret + String(repeating: "b", count: 2 << 20)
    let run = try await ran(in: here, body: body)
    let path = folder("large.json")
    _ = try await here.runs.export(run, to: path, .masked, workspace: "shop")
    guard case .imported(let copy) = try await there.runs.importFile(path) else {
      Issue.record("It was known.")
      return
    }
    let recording = try #require(try await there.runs.recording(of: copy.id))
    let id = try #require(recording.node(named: "login")?.exchange)
    let read = try await there.history.exchange(id)?.exchange.response?.bytes()
    #expect(read == Array(body.replacing(Self.secret, with: Secrets.mask).utf8))
    await here.close()
    await there.close()
  }

  @Test("A file that is there is replaced only when somebody says so")
  func existing() async throws {
    let store = try await Store.opened(in: folder, "here")
    let path = try await exported(store)
    let run = try #require(try await store.runs.run("1"))
    let error = await #expect(throws: RunFileError.self) {
      try await store.runs.export(run, to: path, .masked, workspace: "shop")
    }
    #expect(error?.kind == .exists)
    _ = try await store.runs.export(run, to: path, .masked, workspace: "shop", replacing: true)
    await store.close()
  }

  private static func bytes(_ path: String) throws -> [UInt8] {
    try #require(try OpenFile.contents(of: path, limit: 64 << 20))
  }
}
