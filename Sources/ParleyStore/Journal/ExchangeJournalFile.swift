import Dispatch
internal import FoundationEssentials
import Glibc
import ParleyEngine
internal import SystemCalls

/// The journal of an exchange while it goes on: a file of its own, locked by the program that writes it. When that has
/// died, the next program that opens the store keeps the exchange.
///
///     file   := record record*
///     record := length (4 bytes, the lowest first), bytes sealed at their place
///
/// The first record is the exchange without the body of its response, as JSON; the others are that body.
final class ExchangeJournalFile: ExchangeJournal {
  static let prefix = "open-"

  private let lock: FileLock
  private let file: OpenFile
  private let id: ExchangeID
  private let sealer: any Sealer
  private let written = Lock((bytes: 0, records: 0))
  private let queue = DispatchQueue(label: "parley.store.journal")

  init(of exchange: Exchange, in folder: Folder, sealer: any Sealer) throws(RepositoryError) {
    let path = folder.file(Self.prefix + exchange.id.rawValue)
    guard let lock = try FileLock.tryNow(path, .exclusive) else {
      throw RepositoryError(.writing, "Another program holds one of the store's locks.", place: path)
    }
    self.lock = lock
    file = try OpenFile(path, O_WRONLY)
    (id, self.sealer) = (exchange.id, sealer)
    try write(JSONPrinter.compact.bytes(of: ExchangeJSON(secrets: nil).line(of: exchange)))
  }

  func append(_ bytes: [UInt8]) async throws(RepositoryError) {
    try await queue.run { [self] in try write(bytes) }
  }

  func end() async {
    try? await queue.run { [self] in
      unlink(file.path)
      lock.release()
    }
  }

  private func write(_ bytes: [UInt8]) throws(RepositoryError) {
    let (offset, number) = written.withLock { $0 }
    let sealed = try sealer.seal(bytes, at: .journal(id, number))
    let record = withUnsafeBytes(of: UInt32(sealed.count).littleEndian, Array.init) + sealed
    try file.write(record, at: offset)
    written.withLock { $0 = (offset + record.count, number + 1) }
  }
}

extension SealedPlace {
  fileprivate static func journal(_ id: ExchangeID, _ number: Int) -> SealedPlace {
    SealedPlace(table: "journal", row: id.rawValue, column: String(number))
  }
}

/// An exchange whose program has died.
struct InterruptedExchange {
  private static let limit = 1 << 30

  let exchange: Exchange
  let path: String
  private let lock: FileLock

  /// Those that are in a folder, each locked. What cannot be read stays where it is.
  static func all(in folder: Folder, sealer: any Sealer) -> [InterruptedExchange] {
    folder.names().filter { $0.hasPrefix(ExchangeJournalFile.prefix) }.sorted().compactMap { name in
      try? InterruptedExchange(
        ExchangeID(rawValue: String(name.dropFirst(ExchangeJournalFile.prefix.count))), folder.file(name), sealer)
    }
  }

  private init?(_ id: ExchangeID, _ path: String, _ sealer: any Sealer) throws {
    guard let lock = try FileLock.tryNow(path, .exclusive) else { return nil }
    self.lock = lock
    self.path = path
    let records = try Self.records(of: id, path, sealer)
    guard let first = records.first else {
      // It ended before a single record was whole.
      unlink(path)
      return nil
    }
    let body = Self.transcript(records.dropFirst().flatMap(\.self))
    var exchange = try ExchangeReading(try JSONValue(parsing: first)).exchange(
      request: nil, response: InMemoryBytes(body))
    if case .response(var response) = exchange.outcome {
      response.validationFailure = ValidationFailure(
        expectation: "a normal close", reason: "it was cut off, because Parley ended while it was open")
      exchange.outcome = .response(response)
    }
    self.exchange = exchange
  }

  /// As far as they are whole.
  private static func records(of id: ExchangeID, _ path: String, _ sealer: any Sealer) throws -> [[UInt8]] {
    guard let bytes = try OpenFile.contents(of: path, limit: limit) else { return [] }
    var (records, rest) = ([[UInt8]](), bytes[...])
    while rest.count > 4 {
      let count = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      guard rest.count >= 4 + count,
        let record = try? sealer.open(Array(rest.dropFirst(4).prefix(count)), at: .journal(id, records.count))
      else { break }
      records.append(record)
      rest = rest.dropFirst(4 + count)
    }
    return records
  }

  /// Whole entries, and one that says that there would have been more.
  private static func transcript(_ bytes: [UInt8]) -> [UInt8] {
    let whole = bytes.lastIndex(of: UInt8(ascii: "\n")).map { Array(bytes[...$0]) } ?? []
    return whole + WebSocketEntry.cutOffLine(after: whole)
  }

  /// Nobody needs it any more.
  func remove() {
    unlink(path)
    lock.release()
  }
}
