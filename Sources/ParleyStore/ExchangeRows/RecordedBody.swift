import ParleyEngine

/// The body of a message, by the place where it is kept.
enum RecordedBody: Sendable {
  case none
  /// In the row.
  case row([UInt8])
  /// In a file of its own.
  case file(any KeepableBody)

  /// - Parameter body: at most `BodyLimits.row` bytes of it, and those in memory, make no work for the disk.
  init(_ body: (any ByteSource)?, in bodies: borrowing BodyFolder, sealed: Bool) throws {
    guard let body else {
      self = .none
      return
    }
    self =
      body.count > BodyLimits.row
      ? .file(try bodies.own(body, sealed: sealed)) : .row(try body.read(at: 0, count: body.count))
  }

  var count: Int {
    switch self {
    case .none: 0
    case .row(let bytes): bytes.count
    case .file(let file): file.count
    }
  }

  var bytesInRow: [UInt8]? {
    guard case .row(let bytes) = self else { return nil }
    return bytes
  }

  var file: (any KeepableBody)? {
    guard case .file(let file) = self else { return nil }
    return file
  }
}

extension ByteSource {
  /// Whether reading all of it needs the disk, or is too much for the thread of a task.
  var isHeavy: Bool {
    if count > BodyLimits.row { return true }
    // Nearly every body is one of these, and asking what it conforms to takes longer than writing it.
    if let buffer = self as? BodyBuffer { return buffer.file != nil }
    return !(self is InMemoryBytes) && (self is any BodyFile || self is KeptBody)
  }
}
