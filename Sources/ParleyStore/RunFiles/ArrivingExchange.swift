internal import FoundationEssentials
import ParleyEngine

/// An exchange of a run's file while its bodies come in: what is large goes to a file at once.
struct ArrivingExchange {
  let line: ExchangeReading
  private let bodies: BodyFolder
  private var request: ArrivingBody?
  private var response = ArrivingBody()

  init(_ line: ExchangeReading, in bodies: BodyFolder) {
    (self.line, self.bodies) = (line, bodies)
  }

  var id: ExchangeID? { try? line.id }

  /// - Returns: how many bytes more are in memory.
  mutating func add(_ bytes: [UInt8], toRequest: Bool) throws -> Int {
    if toRequest {
      var body = request ?? ArrivingBody()
      defer { request = body }
      return try body.add(bytes, in: bodies, sealed: line.isSealed)
    }
    return try response.add(bytes, in: bodies, sealed: line.isSealed)
  }

  func record(sealer: any Sealer) throws -> ExchangeRecord {
    let sent = try request?.finished()
    let exchange = try line.exchange(request: sent, response: try response.finished())
    return try ExchangeRecord(exchange, requestBody: sent, bodies: bodies, sealer: sealer)
  }

  static func bytes(of text: String, inBase64: Bool) -> [UInt8]? {
    inBase64 ? Data(base64Encoded: text).map(Array.init) : Array(text.utf8)
  }
}

private struct ArrivingBody {
  private var bytes: [UInt8] = []
  private var file: (any BodyFile)?

  mutating func add(_ more: [UInt8], in bodies: BodyFolder, sealed: Bool) throws -> Int {
    if let file {
      try more.withUnsafeBytes(file.append)
      return 0
    }
    bytes += more
    guard bytes.count > BodyLimits.row else { return more.count }
    let new = try bodies.makeFile(sealed: sealed)
    try bytes.withUnsafeBytes(new.append)
    defer { bytes = [] }
    file = new
    return more.count - bytes.count
  }

  func finished() throws -> any ByteSource {
    guard let file else { return InMemoryBytes(bytes) }
    if !file.isComplete { try file.finish() }
    return file
  }
}
