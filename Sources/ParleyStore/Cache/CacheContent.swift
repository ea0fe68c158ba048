internal import GRDB
import HTTPTypes
import ParleyEngine

/// The content of an entry's row, besides the columns of lists:
///
///     version, environment, group, method, origin, path, query, model,
///     label: name, server, endpoint, codec, url, model,
///     url, status, reason, version, headers, headers that Vary names,
///     exchange, requested, received, time to live, secret? [, secrets] [, until when it is the response] [, trailers], body
///
/// Version 1 has no secrets of a sealed entry to mask. Only version 3 has the time until which an entry is the response
/// whatever its age, and only version 4 has trailers: older programs read version 2, so every entry without these is
/// written as version 2.
///
/// The body is in the record, in a column of its own where the record is not sealed, or in a file.
enum CacheContent {
  private static let (version, withTime, withTrailers) = (2, 3, 4)

  private enum BodyPlace: Int {
    case none, column, here, file
  }

  static func write(_ entry: CacheEntry, body: RecordedBody) -> [UInt8] {
    var writer = RecordWriter(capacity: 1024 + (entry.isSecret ? body.count : 0))
    let written = entry.trailers.isEmpty ? entry.heldUntil == nil ? version : withTime : withTrailers
    writer.write(written)
    writer.write(entry.key)
    writer.write(entry.label)
    writer.write(entry.head.url)
    writer.write(entry.head.status.code)
    writer.write(entry.head.status.reasonPhrase)
    writer.write(entry.head.version.rawValue)
    writer.write(entry.head.headers)
    writer.write(entry.varying)
    writer.write(entry.exchange?.rawValue)
    writer.write(UInt64(bitPattern: entry.requestedAt.microseconds))
    writer.write(UInt64(bitPattern: entry.receivedAt.microseconds))
    writer.write(entry.timeToLive != nil)
    writer.write(entry.timeToLive ?? .zero)
    writer.write(entry.isSecret)
    if entry.isSecret { writer.write(entry.secrets.stored) { $0.write($1) } }
    if written == withTrailers { writer.write(entry.heldUntil != nil) }
    if let time = entry.heldUntil { writer.write(UInt64(bitPattern: time.microseconds)) }
    if written == withTrailers { writer.write(entry.trailers) }
    write(body, whole: entry.isSecret, to: &writer)
    return writer.bytes
  }

  private static func write(_ body: RecordedBody, whole: Bool, to writer: inout RecordWriter) {
    switch body {
    case .none: writer.write(BodyPlace.none.rawValue)
    case .row(let bytes) where whole:
      writer.write(BodyPlace.here.rawValue)
      writer.write(bytes)
    case .row: writer.write(BodyPlace.column.rawValue)
    case .file(let file):
      writer.write(BodyPlace.file.rawValue)
      writer.write(file.count)
    }
  }

  /// - Returns: nil where nobody knows any more what must be masked of it.
  static func entry(
    _ columns: CacheTable.Whole, bodies: BodyFolder, sealer: any Sealer
  ) throws(RepositoryError) -> CacheEntry? {
    var reader = RecordReader(try content(columns, sealer))
    let written = try reader.int()
    guard (1...withTrailers).contains(written) else { throw RecordReader.damage }
    var entry = try reader.cacheEntry()
    if entry.isSecret {
      guard written > 1 else { return nil }
      let secrets = Secrets(stored: try reader.list { reader throws(RepositoryError) in try reader.text() })
      entry.secrets.formUnion(secrets.placedNowhere)
    }
    let hasTime = written == withTrailers ? try reader.flag() : written == withTime
    if hasTime { entry.heldUntil = try reader.timestamp() }
    if written == withTrailers { entry.trailers = try reader.headers() }
    entry.isExpired = columns.isExpired
    entry.key.identity = columns.identity
    (entry.label.credentials, entry.label.varying) = (columns.identity.name, entry.shownVariant)
    entry.body = try body(columns, from: &reader, in: bodies)
    return entry
  }

  /// The same row in another environment: what finds it, and what it holds.
  static func moved(
    _ columns: CacheTable.Whole, to environment: String, in store: OpenedStore
  ) throws(RepositoryError) -> (digest: [UInt8], address: [UInt8]?, content: [UInt8]) {
    let written = try content(columns, store.sealer)
    var whole = RecordReader(written)
    _ = try whole.int()
    var entry = try whole.cacheEntry()
    entry.key.environment = environment
    entry.key.identity = columns.identity
    let key = entry.key
    let address = key.identity == .unknown ? nil : store.address(of: key)
    let digest = store.digest(of: CachePlace(entry))
    var rest = RecordReader(written)
    var writer = RecordWriter(capacity: written.count + 16)
    writer.write(try rest.int())
    _ = try rest.optionalText()
    writer.write(key.environment)
    let moved = writer.bytes + rest.remaining
    guard columns.key != nil else { return (digest, address, moved) }
    return (digest, address, try store.sealer.seal(moved, at: CacheRecord.place(of: digest)))
  }

  private static func content(
    _ columns: CacheTable.Whole, _ sealer: any Sealer
  ) throws(RepositoryError) -> [UInt8] {
    guard let key = columns.key else { return columns.content }
    guard key == sealer.keyName else {
      throw RepositoryError(.key, "The entry is encrypted with the key “\(key)”, which is missing.")
    }
    return try sealer.open(columns.content, at: CacheRecord.place(of: columns.digest))
  }

  private static func body(
    _ columns: CacheTable.Whole, from reader: inout RecordReader, in bodies: BodyFolder
  ) throws(RepositoryError) -> any ByteSource {
    switch BodyPlace(rawValue: try reader.int()) {
    case .none?: return InMemoryBytes([])
    case .column: return InMemoryBytes(columns.body ?? [])
    case .here: return InMemoryBytes(try reader.bytes())
    case .file:
      let body = bodies.open(columns.file ?? "", count: try reader.int(), sealed: columns.key != nil)
      try body.check()
      return body
    case nil: throw RecordReader.damage
    }
  }
}

extension RecordWriter {
  fileprivate mutating func write(_ key: CacheKey) {
    write(key.environment)
    write(key.group)
    write(key.method)
    write(key.origin)
    write(key.path)
    write(key.query)
    switch key.model {
    case nil: write(0)
    case .json(let value):
      write(1)
      write(JSONPrinter.compact.bytes(of: value))
    case .text(let text):
      write(2)
      write(text)
    case .bytes(let bytes):
      write(3)
      write(bytes)
    case .typed(let type, let bytes):
      write(4)
      write(type)
      write(bytes)
    }
  }

  fileprivate mutating func write(_ label: CacheLabel) {
    write(label.name)
    write(label.server)
    write(label.endpoint)
    write(label.codec)
    write(label.url)
    write(label.model.map(JSONPrinter.compact.string(of:)))
  }
}

extension RecordReader {
  /// Without its body.
  fileprivate mutating func cacheEntry() throws(RepositoryError) -> CacheEntry {
    let (key, label) = (try cacheKey(), try cacheLabel())
    let (url, code, reason) = (try text(), try int(), try text())
    guard (0...999).contains(code), let version = HTTPVersion(rawValue: try text()) else { throw Self.damage }
    let head = ResponseHead(
      url: url, status: .init(code: code, reasonPhrase: reason), version: version, headers: try headers())
    let (varying, exchange) = (try headers(), try optionalText().map(ExchangeID.init))
    let (requested, received) = (try timestamp(), try timestamp())
    let (hasTime, time) = (try flag(), try duration())
    return CacheEntry(
      key: key, label: label, head: head, body: InMemoryBytes([]), varying: varying, exchange: exchange,
      requestedAt: requested, receivedAt: received, timeToLive: hasTime ? time : nil, isSecret: try flag())
  }

  fileprivate mutating func cacheKey() throws(RepositoryError) -> CacheKey {
    CacheKey(
      environment: try optionalText(), group: try optionalText(), method: try text(), origin: try text(),
      path: try text(), query: try text(), model: try cacheModel())
  }

  private mutating func cacheModel() throws(RepositoryError) -> CacheKey.Model? {
    switch try int() {
    case 0: return nil
    case 1:
      guard let value = try? JSONValue(parsing: try bytes()) else { throw Self.damage }
      return .json(value)
    case 2: return .text(try text())
    case 3: return .bytes(try bytes())
    case 4: return .typed(try text(), try bytes())
    default: throw Self.damage
    }
  }

  private mutating func cacheLabel() throws(RepositoryError) -> CacheLabel {
    CacheLabel(
      name: try optionalText(), server: try optionalText(), endpoint: try text(), codec: try text(), url: try text(),
      model: try optionalText().flatMap { try? JSONValue(parsing: $0) })
  }

  fileprivate mutating func timestamp() throws(RepositoryError) -> Timestamp {
    Timestamp(microseconds: Int64(bitPattern: try number()))
  }
}
