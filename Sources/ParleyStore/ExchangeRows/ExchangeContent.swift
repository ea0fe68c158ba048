import HTTPTypes
import ParleyEngine

/// The content of an exchange's row, besides the columns of lists:
///
///     version, whole?, [url,] request headers, request body,
///     failed?, error
///            | url, status, reason, version, response headers, response body,
///              bytes on the wire, timings, hops, wire, validation failure, codec
///     from version 2 on: failed attempts, wire of a failure [, secrets]
///     from version 3 on, where it is sealed: secret by where it came from?, with cookies?
///     in version 4, at the end: why the response is not whole
///     from version 5 on, at the end: not whole?, [why,] trailers, wires of the failed attempts
///
/// In a row that is not sealed the URL and the bodies have columns of their own; in a sealed one the record is whole,
/// with the secrets to mask in it. Rows of earlier versions end before that.
enum ExchangeContent {
  /// The usual version, and newer ones. Older programs read version 3, so an exchange is written as 4 or 5 only where it
  /// needs that.
  private static let (version, interrupted, newest) = (3, 4, 5)

  private static func version(of exchange: Exchange) -> Int {
    let hasTrailers = exchange.response?.trailers.isEmpty == false
    if hasTrailers || exchange.failedAttempts.contains(where: { $0.wire != nil }) { return newest }
    return exchange.interruption == nil ? version : interrupted
  }

  private enum BodyPlace: Int {
    case none, column, here, file
  }

  static func write(
    _ exchange: Exchange, request: RecordedBody, response: RecordedBody, whole: Bool
  ) -> [UInt8] {
    var writer = RecordWriter(capacity: 960 + (whole ? request.count + response.count : 0))
    let version = version(of: exchange)
    writer.write(version)
    writer.write(whole)
    if whole { writer.write(exchange.request.url) }
    writer.write(exchange.request.headers)
    write(request, whole, to: &writer)
    switch exchange.outcome {
    case .failure(let error):
      writer.write(true)
      writer.write(error)
    case .authorizationFailed(let error):
      writer.write(true)
      writer.write(error)
    case .response(let received):
      writer.write(false)
      write(received, body: response, whole, to: &writer)
    }
    writer.write(exchange.failedAttempts) { $0.write($1) }
    writer.write(exchange.wire)
    if whole {
      writer.write(exchange.secrets.stored) { $0.write($1) }
      writer.write(exchange.isSecret)
      writer.write(exchange.holdsCookies)
    }
    if version == newest { writer.write(exchange.interruption != nil) }
    if let interruption = exchange.interruption { writer.write(interruption) }
    if version == newest {
      writer.write(exchange.response?.trailers ?? [:])
      writer.write(exchange.failedAttempts) { $0.write($1.wire) }
    }
    return writer.bytes
  }

  private static func write(
    _ response: Response, body: RecordedBody, _ whole: Bool, to writer: inout RecordWriter
  ) {
    writer.write(response.url)
    writer.write(response.status.code)
    writer.write(response.status.reasonPhrase)
    writer.write(response.version.rawValue)
    writer.write(response.headers)
    write(body, whole, to: &writer)
    writer.write(response.bytesOnWire)
    writer.write(response.timings)
    writer.write(response.hops) { $0.write($1) }
    writer.write(response.wire)
    writer.write(response.validationFailure)
    writer.write(response.codec.name)
  }

  private static func write(_ body: RecordedBody, _ whole: Bool, to writer: inout RecordWriter) {
    switch body {
    case .none:
      writer.write(BodyPlace.none.rawValue)
    case .row(let bytes) where whole:
      writer.write(BodyPlace.here.rawValue)
      writer.write(bytes)
    case .row:
      writer.write(BodyPlace.column.rawValue)
    case .file(let file):
      writer.write(BodyPlace.file.rawValue)
      writer.write(file.count)
    }
  }
}

extension ExchangeContent {
  /// The columns around the record.
  struct Columns {
    var url: String
    var method: String
    /// The bodies, as far as they are in the row or in files.
    var request: (any ByteSource)?
    var response: (any ByteSource)?
    /// Finds a body in its file, which has so many bytes in clear.
    var file: (_ column: BodyColumn, _ count: Int) -> any ByteSource
  }

  enum BodyColumn {
    case request, response
  }

  struct Restored {
    var request: SentRequest
    var requestBody: (any ByteSource)?
    var outcome: Exchange.Outcome
    var failedAttempts: [Exchange.FailedAttempt] = []
    var wire: WireLog?
    var secrets = Secrets()
    /// Whether it is a secret by where it came from. Records sealed before version 3 do not say, and count as secret.
    var isSecret = true
    var holdsCookies = false
    var interruption: TransportError?

    fileprivate mutating func take(trailers: HTTPFields) {
      guard case .response(var response) = outcome else { return }
      response.trailers = trailers
      outcome = .response(response)
    }
  }

  static func read(_ bytes: [UInt8], _ columns: Columns) throws(RepositoryError) -> Restored {
    var reader = RecordReader(bytes)
    let version = try reader.int()
    guard (1...newest).contains(version) else { throw RecordReader.damage }
    let isWhole = try reader.flag()
    let url = try isWhole ? reader.text() : columns.url
    let headers = try reader.headers()
    let body = try readBody(.request, columns, from: &reader)
    let request = SentRequest(
      method: columns.method, url: url, headers: headers, body: try body?.inMemory(upTo: BodyLimits.row))
    let outcome: Exchange.Outcome =
      try reader.flag() ? reader.failure() : .response(readResponse(columns, from: &reader))
    var restored = Restored(request: request, requestBody: body, outcome: outcome)
    guard version > 1 else { return restored }
    restored.failedAttempts = try reader.list { reader throws(RepositoryError) in try reader.failedAttempt() }
    restored.wire = try reader.wire()
    if isWhole {
      let secrets = Secrets(stored: try reader.list { reader throws(RepositoryError) in try reader.text() })
      restored.secrets = secrets.placed(in: request)
      if version > 2 { (restored.isSecret, restored.holdsCookies) = (try reader.flag(), try reader.flag()) }
    }
    let isInterrupted = try version == newest ? reader.flag() : version == interrupted
    if isInterrupted { restored.interruption = try reader.transportError() }
    guard version == newest else { return restored }
    restored.take(trailers: try reader.headers())
    let wires = try reader.list { reader throws(RepositoryError) in try reader.wire() }
    guard wires.count == restored.failedAttempts.count else { throw RecordReader.damage }
    for (index, wire) in wires.enumerated() { restored.failedAttempts[index].wire = wire }
    return restored
  }

  private static func readResponse(
    _ columns: Columns, from reader: inout RecordReader
  ) throws(RepositoryError) -> Response {
    let url = try reader.text()
    let status = HTTPResponse.Status(code: try reader.statusCode(), reasonPhrase: try reader.text())
    guard let version = HTTPVersion(rawValue: try reader.text()) else { throw RecordReader.damage }
    let head = ResponseHead(url: url, status: status, version: version, headers: try reader.headers())
    let body = try readBody(.response, columns, from: &reader) ?? InMemoryBytes([])
    let received = TransportResponse(
      head: head, body: body, bytesOnWire: try reader.int(), timings: try reader.timings(),
      hops: try reader.list { reader throws(RepositoryError) in try reader.hop() }, wire: try reader.wire())
    let failure = try reader.validationFailure()
    var response = Response(received, codec: codec(named: try reader.text()))
    response.validationFailure = failure
    return response
  }

  private static func readBody(
    _ column: BodyColumn, _ columns: Columns, from reader: inout RecordReader
  ) throws(RepositoryError) -> (any ByteSource)? {
    switch BodyPlace(rawValue: try reader.int()) {
    case .none?: return nil
    case .column: return column == .request ? columns.request : columns.response
    case .here: return InMemoryBytes(try reader.bytes())
    case .file: return columns.file(column, try reader.bodySize())
    case nil: throw RecordReader.damage
    }
  }

  /// A codec of the program's own is not known here: then the body is read as what it seems to be.
  static func codec(named name: String) -> any Codec {
    let ready: [any Codec] = [JSONCodec(), FormCodec(), TextCodec(), BytesCodec()]
    return ready.first { $0.name == name } ?? AutomaticCodec()
  }
}

extension RecordReader {
  /// Beyond what any disk holds there is only damage.
  fileprivate mutating func bodySize() throws(RepositoryError) -> Int {
    let size = try int()
    guard (0...1 << 47).contains(size) else { throw Self.damage }
    return size
  }

  /// HTTPTypes ends the program on a status beyond three digits.
  fileprivate mutating func statusCode() throws(RepositoryError) -> Int {
    let code = try int()
    guard (0...999).contains(code) else { throw Self.damage }
    return code
  }
}

extension ByteSource {
  /// All of it, unless it is larger than `limit`.
  fileprivate func inMemory(upTo limit: Int) throws(RepositoryError) -> [UInt8]? {
    guard count <= limit else { return nil }
    do {
      return try read(at: 0, count: count)
    } catch {
      throw error as? RepositoryError ?? RecordReader.damage
    }
  }
}
