/// The content of a request's body.
public enum BodyContent: Sendable {
  /// In memory.
  case bytes([UInt8])
  /// Read piece by piece while it is sent, so that its size costs no memory.
  indirect case stream(any BodyStream)

  /// In bytes; nil when it is known only at the end, and then the body is sent in chunks.
  public var count: Int? {
    switch self {
    case .bytes(let bytes): bytes.count
    case .stream(let stream): stream.count
    }
  }

  /// Those of a body in memory.
  public var bytes: [UInt8]? {
    guard case .bytes(let bytes) = self else { return nil }
    return bytes
  }
}

/// A body that is read from front to back while it is sent.
///
/// It may be opened more than once, each time from the front: for a redirect, for another attempt.
public protocol BodyStream: Sendable {
  /// In bytes; nil when it is known only at the end.
  var count: Int? { get }
  /// Begins a reading from the front.
  func open() throws -> any BodyReader
}

/// One reading of a stream, by one thread at a time. Letting go of it ends the reading.
public protocol BodyReader: AnyObject {
  /// Puts the next bytes into `room`, as many as it likes. Blocks only as long as a local file does.
  /// - Returns: how many; 0 at the end.
  func read(into room: UnsafeMutableRawBufferPointer) throws -> Int
}
