// A process for tests to be hard on. What it says, it says line by line on standard output.
//
//   store-torture keep FOLDER KEY            keeps exchanges, events and drafts without end; tells each that is safe
//   store-torture limit FOLDER KEY BYTES     keeps until files may not grow any more; then tells the error and what is left
//   store-torture visit FOLDER KEY USER      is open as another user and tells how it went
//   store-torture write FOLDER KEY USER MASK writes something of everything with this umask, and ends without closing
//   store-torture leave FOLDER KEY           receives half a body, says so, and waits to be killed
//   store-torture run FOLDER KEY             runs a group whose second step never ends, and says when that is on disk
//   store-torture count FOLDER KEY STEPS     adds one to the shared key n, so many times, by compare-and-set
//   store-torture set FOLDER KEY START       sets the sealed key token to ever larger numbers, and tells each
//   store-torture rewrap FOLDER KEY          changes passphrase and ciphers of user.* to and fro without end
//   store-torture together FOLDER KEY        sets 200 keys to a number, restores a snapshot of zeros, undoes that, without end
//   store-torture fill FOLDER KEY BYTES      sets the sealed key token until files may not grow any more

import Glibc
import HTTPTypes
import ParleyEngine
import ParleyStore

func say(_ line: String) {
  let bytes = Array("\(line)\n".utf8)
  _ = bytes.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
}

func exchange(_ number: Int, size: Int = 200) -> Exchange {
  let body = InMemoryBytes(Array(repeating: UInt8(truncatingIfNeeded: number), count: size))
  let head = ResponseHead(url: "http://shop.test/", status: .init(code: 200))
  return Exchange(
    id: ExchangeID(), name: "n\(number)", startedAt: .now(),
    request: SentRequest(method: "GET", url: "http://shop.test/\(number)", headers: [:], body: nil),
    outcome: .response(Response(TransportResponse(head: head, body: body), codec: BytesCodec())),
    isSecret: number.isMultiple(of: 2))
}

func keep(in store: Store) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    for lane in 0..<8 {
      group.addTask {
        for number in 0... {
          let size = number % 50 == 49 ? BodyLimits.row + 1 : 200
          let exchange = exchange(number * 8 + lane, size: size)
          try await store.keep(exchange)
          say("exchange \(exchange.id)")
          guard lane == 0 else { continue }
          try await store.drafts.save("d", content: Array("\(number)".utf8))
          say("draft \(number)")
        }
      }
    }
    try await group.waitForAll()
  }
}

/// In bytes; the largest number is none.
func limitFiles(to size: UInt) {
  var limit = rlimit(rlim_cur: size, rlim_max: .max)
  setrlimit(.init(RLIMIT_FSIZE.rawValue), &limit)
}

func keepUntilFull(_ store: Store, limit: UInt) async throws {
  signal(SIGXFSZ, SIG_IGN)
  var kept = 0
  limitFiles(to: limit)
  do throws(RepositoryError) {
    while true {
      try await store.keep(exchange(kept, size: 20_000))
      kept += 1
    }
  } catch {
    say(error.code)
  }
  say("\(kept) \(try await store.history.count())")
  limitFiles(to: .max)
  try await store.keep(exchange(kept))
  say("\(try await store.history.count())")
  await store.close()
}

func writeEverything(_ store: Store) async throws {
  try await store.keep(exchange(1))
  try await store.keep(exchange(2, size: BodyLimits.row + 1))
  try await store.drafts.save("d", content: [1])
  let file = try store.bodies?.makeFile(sealed: false)
  say("done")
  _exit(file == nil ? 1 : 0)
}

func leaveHalf(_ store: Store) async throws {
  let file = try store.bodies?.makeFile(sealed: false)
  try Array("half a body".utf8).withUnsafeBytes { try file?.append($0) }
  say("half")
  while true { pause() }
}

func runForever(_ store: Store) async throws {
  let group = RequestGroup.serial([
    .job("first") { _ in "done" },
    .job("second") { _ in
      while true { try await Task.sleep(for: .seconds(3600)) }
    },
  ])
  let run = Client(repository: store).run(group.named("endless"), RunOptions(repository: store))
  run.start()
  while try await store.runs.recording(of: run.groupID)?.node(named: "second")?.state != .running { await Task.yield() }
  say(run.groupID)
  while true { pause() }
}

func count(in store: Store, steps: Int) async throws {
  let shared = SharedData(storage: store.sharedData)
  var done = 0
  while done < steps {
    let last = try await shared.entry("n")
    let number = last?.value?.text.flatMap { Int($0) } ?? 0
    if await isSet(shared, "n", .text("\(number + 1)"), after: last) { done += 1 }
  }
  say("counted")
}

/// Whether nobody else came first.
func isSet(_ shared: SharedData, _ name: String, _ value: SharedValue, after last: SharedEntry?) async -> Bool {
  do throws(SharedDataError) {
    try await shared.set(name, value, ifStill: last?.sequence ?? 0)
    return true
  } catch {
    if error.kind != .conflict { say("\(error)") }
    return false
  }
}

/// With `token` and `user.*` sealed by a cipher whose passphrase is p.
func vault(in store: Store) async throws -> SharedData {
  let rules = [SharedRule("token", cipher: "vault"), SharedRule("user.*", cipher: "vault")]
  let shared = SharedData(storage: store.sharedData, environment: "local", rules: SharedRules(rules))
  let cipher = VaultCipher("vault")
  shared.register(cipher, as: "vault")
  cipher.unlock(with: try await key(in: store))
  return shared
}

/// By the passphrase that is valid now; another process may change it between two attempts.
func key(in store: Store) async throws -> CipherKey {
  var passphrase = "p"
  while true {
    do throws(SharedDataError) {
      return try await store.cipherKeys.open("vault", with: .passphrase(passphrase), cost: 16)
    } catch {
      guard error.kind == .wrongKey else { throw error }
    }
    passphrase = passphrase == "p" ? "q" : "p"
  }
}

func setNumbers(in store: Store, from start: Int) async throws {
  let shared = try await vault(in: store)
  for number in start + 1...Int.max {
    try await shared.set("token", .text("\(number)"))
    say("\(number)")
  }
}

func rewrap(_ store: Store) async throws {
  let shared = try await vault(in: store)
  let isFirst = await (try? store.cipherKeys.check("vault", with: .passphrase("p"))) != nil
  var words = isFirst ? ("p", "q") : ("q", "p")
  while true {
    try await store.cipherKeys.change("vault", from: .passphrase(words.0), to: .passphrase(words.1), cost: 16)
    words = (words.1, words.0)
    say("rewrapped")
    try await shared.bind("user.*", to: nil)
    say("open")
    try await shared.bind("user.*", to: "vault")
    say("sealed")
  }
}

/// Half of the keys are sealed by a cipher, half by the machine's key. Tells what all of them hold.
func changeTogether(in store: Store) async throws {
  let shared = try await vault(in: store)
  let names = (0..<200).map { "\($0.isMultiple(of: 2) ? "user" : "page").\($0)" }
  func set(_ number: Int) async throws {
    try await shared.change(names.map { SharedWrite($0, .text("\(number)")) })
    say("\(number)")
  }
  if try await shared.snapshots().isEmpty {
    try await set(0)
    try await shared.takeSnapshot("zero")
  }
  for number in 1...Int.max {
    try await set(number)
    let restored = try await shared.restoreSnapshot("zero")
    say("0")
    if let batch = restored.first?.sequence { try await shared.undo(batch: batch) }
    say("\(number)")
  }
}

func setUntilFull(_ store: Store, limit: UInt) async throws {
  signal(SIGXFSZ, SIG_IGN)
  let shared = try await vault(in: store)
  var count = 0
  limitFiles(to: limit)
  do throws(SharedDataError) {
    while true {
      try await shared.set("token", .bytes(Array(repeating: UInt8(truncatingIfNeeded: count), count: 20_000)))
      count += 1
    }
  } catch {
    say(error.code)
  }
  say("\(count)")
  limitFiles(to: .max)
  say("\(try await shared.history(of: "token", limit: .max).count)")
  try await shared.set("token", .bytes(Array(repeating: 1, count: 20_000)))
  await store.close()
}

let arguments = CommandLine.arguments
guard arguments.count >= 4 else { exit(64) }
if ["visit", "write"].contains(arguments[1]), let user = uid_t(arguments[4]), user != geteuid() { setuid(user) }
if arguments[1] == "write", let mask = mode_t(arguments[5], radix: 8) { umask(mask) }
let store = Store(at: arguments[2], machineKey: arguments[3])
do throws(RepositoryError) {
  try await store.open()
} catch {
  say(error.code)
  exit(1)
}
switch arguments[1] {
case "keep": try await keep(in: store)
case "limit": try await keepUntilFull(store, limit: UInt(arguments.last ?? "") ?? 0)
case "write": try await writeEverything(store)
case "leave": try await leaveHalf(store)
case "run": try await runForever(store)
case "count": try await count(in: store, steps: Int(arguments.last ?? "") ?? 0)
case "set": try await setNumbers(in: store, from: Int(arguments.last ?? "") ?? 0)
case "rewrap": try await rewrap(store)
case "together": try await changeTogether(in: store)
case "fill": try await setUntilFull(store, limit: UInt(arguments.last ?? "") ?? 0)
default: say("is open")
}
