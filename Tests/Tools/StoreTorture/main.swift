// A process for tests to be hard on. What it says, it says line by line on standard output.
//
//   store-torture keep FOLDER KEY            keeps exchanges, events and drafts without end; tells each that is safe
//   store-torture limit FOLDER KEY BYTES     keeps until files may not grow any more; then tells the error and what is left
//   store-torture visit FOLDER KEY USER      stands by as another user and tells how it went
//   store-torture write FOLDER KEY USER MASK writes something of everything with this umask, and ends without closing
//   store-torture leave FOLDER KEY           receives half a body, says so, and waits to be killed

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
          let size = number % 50 == 49 ? Store.rowLimit + 1 : 200
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
  try await store.keep(exchange(2, size: Store.rowLimit + 1))
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

let arguments = CommandLine.arguments
guard arguments.count >= 4 else { exit(64) }
if ["visit", "write"].contains(arguments[1]), let user = uid_t(arguments[4]), user != geteuid() { setuid(user) }
if arguments[1] == "write", let mask = mode_t(arguments[5], radix: 8) { umask(mask) }
let store = Store(at: arguments[2], machineKey: arguments[3])
do throws(RepositoryError) {
  try await store.standBy()
} catch {
  say(error.code)
  exit(1)
}
switch arguments[1] {
case "keep": try await keep(in: store)
case "limit": try await keepUntilFull(store, limit: UInt(arguments.last ?? "") ?? 0)
case "write": try await writeEverything(store)
case "leave": try await leaveHalf(store)
default: say("stands by")
}
