import Dispatch
import Glibc
import ParleyEngine

/// An HTTP server on loopback that replies as a test says: one request a connection, each on a thread of its own.
///
/// ```swift
/// let api = try Backend { asked in .json(["path": .string(asked.path)]) }
/// _ = try await Client().send(.get("\(api.address)/hello"))
/// api.asked.last?.method  // "GET"
/// ```
final class Backend: Sendable {
  typealias Answer = @Sendable (Asked) -> Reply

  /// `127.0.0.1:PORT`
  let host: String
  private let listener: Int32
  private let log = Lock<[Asked]>([])

  init(_ answer: @escaping Answer = { .echo($0) }) throws {
    let (listener, port) = try Socket.listening()
    self.listener = listener
    host = "127.0.0.1:\(port)"
    // A serial queue has a thread of its own when its work blocks.
    DispatchQueue(label: "backend").async { [log] in
      while let connection = Socket.accept(listener) {
        DispatchQueue(label: "connection").async { Self.serve(Connection(connection), log, answer) }
      }
      close(listener)
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  var address: String { "http://\(host)" }

  /// What was asked, in order.
  var asked: [Asked] { log.withLock { $0 } }

  /// Lets `asked` begin anew.
  func forget() { log.withLock { $0 = [] } }

  private static func serve(_ connection: Connection, _ log: Lock<[Asked]>, _ answer: Answer) {
    guard let asked = connection.read() else { return }
    log.withLock { $0.append(asked) }
    connection.write(answer(asked), to: asked)
  }
}

/// A request as it arrived.
struct Asked: Sendable {
  let method: String
  /// Path and query.
  let target: String
  let version: String
  let fields: [(name: String, value: String)]
  let body: [UInt8]

  var path: String { String(target.prefix { $0 != "?" }) }
  var query: String { String(target.dropFirst(path.count + 1)) }
  var text: String { String(decoding: body, as: UTF8.self) }
  var json: JSONValue? { try? JSONValue(parsing: body) }

  /// The first header of this name, in any casing.
  subscript(name: String) -> String? {
    fields.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// What a server answers.
struct Reply: Sendable {
  var status = 200
  var fields: [(name: String, value: String)] = []
  var body: [UInt8] = []
  /// Where the body stops until the gate is open.
  var pause: (after: Int, gate: Gate)?
  /// Where the connection ends, though more was announced.
  var end: Int?

  static func bytes(_ bytes: [UInt8]) -> Reply { Reply(body: bytes) }

  static func text(_ text: String, status: Int = 200) -> Reply {
    Reply(status: status, fields: [("Content-Type", "text/plain")], body: Array(text.utf8))
  }

  static func json(_ value: JSONValue, status: Int = 200) -> Reply {
    Reply(status: status, fields: [("Content-Type", "application/json")], body: Array(value.description.utf8))
  }

  static func status(_ status: Int) -> Reply { Reply(status: status) }

  /// What was asked, as JSON.
  static func echo(_ asked: Asked) -> Reply {
    .json(["method": .string(asked.method), "target": .string(asked.target), "body": .string(asked.text)])
  }

  func with(_ name: String, _ value: String) -> Reply {
    var copy = self
    copy.fields.append((name, value))
    return copy
  }
}

/// Closed until somebody opens it, and open from then on.
final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func open() { semaphore.signal() }

  /// Blocks a thread of a server, for a limited time, so that a failing test does not hang.
  func pass() {
    _ = semaphore.wait(timeout: .now() + 60)
    semaphore.signal()
  }
}
