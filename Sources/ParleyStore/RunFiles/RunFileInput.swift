internal import Cryptography
internal import FoundationEssentials
import Glibc
import ParleyEngine
internal import SystemCalls

/// The lines of a file of a run, one after the other, opened where they are sealed.
struct RunFileInput {
  private static let chunkSize = 256 * 1024
  /// A longer line is none that this program wrote.
  static let longestLine = 64 << 20

  let path: String
  private let file: OpenFile
  private var offset = 0
  private var raw = LineBuffer()
  private var plain = LineBuffer()
  private var seal: RunFileSeal?
  private var pieces = 0
  /// The sealed piece that comes next: whether it is the last is known only when the one behind it is.
  private var nextPiece: [UInt8]?
  private(set) var lines = 0
  private var digest = MessageDigest(.sha256)

  init(_ path: String) throws(RunFileError) {
    self.path = path
    do throws(RepositoryError) { file = try OpenFile(path, O_RDONLY) } catch { throw RunFileError(error, at: path) }
  }

  /// Of the lines before the one that was read last.
  private(set) var sumBefore = ""

  mutating func unseal(by seal: RunFileSeal) throws(RunFileError) {
    self.seal = seal
    digest = MessageDigest(.sha256)
    // What is counted and vouched for is what was sealed.
    lines = 0
    nextPiece = try sealedPiece()
  }

  /// The next line; nil at the end.
  mutating func next() throws(RunFileError) -> JSONValue? {
    guard let line = try seal == nil ? rawLine() : plainLine() else { return nil }
    lines += 1
    sumBefore = digest.sum.hexadecimal
    (line + [UInt8(ascii: "\n")]).withUnsafeBytes { digest.add($0) }
    do throws(JSONSyntaxError) {
      return try JSONValue(parsing: line)
    } catch {
      throw .invalid("This line of the file is not JSON.", line: lines, of: path, detail: "\(error)")
    }
  }

  private mutating func plainLine() throws(RunFileError) -> [UInt8]? {
    while true {
      if let line = plain.take() { return line }
      guard plain.count <= Self.longestLine else { throw tooLong }
      guard let piece = try openedPiece() else { return plain.takeRest() }
      plain.add(piece)
    }
  }

  private mutating func openedPiece() throws(RunFileError) -> [UInt8]? {
    guard let sealed = nextPiece, let seal else { return nil }
    nextPiece = try sealedPiece()
    guard let opened = seal.open(sealed, number: pieces, isLast: nextPiece == nil) else {
      throw .damaged("The file was changed or cut since it was sealed.", path)
    }
    pieces += 1
    return opened
  }

  private mutating func sealedPiece() throws(RunFileError) -> [UInt8]? {
    guard let line = try rawLine() else { return nil }
    guard let text = try? JSONValue(parsing: line).string, let piece = Data(base64Encoded: text) else {
      throw .damaged("The file was changed or cut since it was sealed.", path)
    }
    return Array(piece)
  }

  private mutating func rawLine() throws(RunFileError) -> [UInt8]? {
    while true {
      if let line = raw.take() { return line }
      guard raw.count <= Self.longestLine else { throw tooLong }
      let bytes: [UInt8]
      do throws(RepositoryError) {
        bytes = try file.read(at: offset, count: Self.chunkSize)
      } catch {
        throw RunFileError(error, at: path)
      }
      guard !bytes.isEmpty else { return raw.takeRest() }
      offset += bytes.count
      raw.add(bytes)
    }
  }

  private var tooLong: RunFileError {
    .invalid("A line of the file is longer than \(Self.longestLine >> 20) MB.", line: lines + 1, of: path)
  }
}

/// Bytes that arrive in chunks, and leave as lines.
private struct LineBuffer {
  private var bytes: [UInt8] = []
  private var start = 0
  /// Up to where there is no end of a line.
  private var sought = 0

  var count: Int { bytes.count - start }

  mutating func add(_ more: [UInt8]) {
    if start > 0 {
      bytes.removeFirst(start)
      (sought, start) = (sought - start, 0)
    }
    bytes += more
  }

  mutating func take() -> [UInt8]? {
    let end = bytes.withUnsafeBufferPointer { bytes in
      bytes[sought...].firstIndex(of: UInt8(ascii: "\n"))
    }
    guard let end else {
      sought = bytes.count
      return nil
    }
    defer { (start, sought) = (end + 1, end + 1) }
    return Array(bytes[start..<end])
  }

  /// Takes the bytes behind the last line break; nil where there are none.
  mutating func takeRest() -> [UInt8]? {
    guard count > 0 else { return nil }
    defer { (bytes, start, sought) = ([], 0, 0) }
    return Array(bytes[start...])
  }
}
