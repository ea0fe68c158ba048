import Glibc
import HTTPTypes

/// Reads the heads of the responses of one handle, one after the other. Servers answer alike: a head that is byte for byte the one before,
/// as most are within a second, is known already and not read again. Belongs to one thread.
final class HeadsReader {
  /// Longer heads are not kept in mind.
  private static let rememberedLength = 4096

  /// A head that was read, with its lines.
  private final class Known {
    let lines: [UInt8]
    let head: HeadReader.Head

    init(_ lines: [UInt8], _ head: HeadReader.Head) {
      (self.lines, self.head) = (lines, head)
    }

    func goesOn(with line: UnsafeRawBufferPointer, at place: Int) -> Bool {
      guard let start = line.baseAddress, place + line.count <= lines.count else { return false }
      return lines.withUnsafeBytes { $0.baseAddress.map { memcmp($0 + place, start, line.count) == 0 } ?? false }
    }
  }

  private let names: HeaderNames?
  /// The head before; nil after one that sets cookies, which differ each time.
  private var known: Known?
  /// How much of the known head has come again.
  private var matched = 0
  private var isFollowing = false
  /// For heads that are not known.
  private var reader = HeadReader()
  private var lines: [UInt8] = []

  init(names: HeaderNames? = nil) {
    self.names = names
  }

  /// The fields behind the body, as far as they have come.
  var trailers: HTTPFields { isFollowing ? HTTPFields() : reader.trailers }

  /// From here on comes another response.
  func begin() {
    matched = 0
    isFollowing = known != nil
    if !isFollowing { beginReading() }
  }

  func take(_ line: UnsafeRawBufferPointer) -> HeadReader.Step {
    guard isFollowing, let known else { return read(line) }
    if known.goesOn(with: line, at: matched) {
      matched += line.count
      return matched == known.lines.count ? .complete(known.head) : .more
    }
    isFollowing = false
    if matched < known.lines.count {
      read(again: known.lines[..<matched])
    } else {
      reader = HeadReader(names: names, behind: matched)
    }
    return read(line)
  }

  private func beginReading() {
    (reader, known) = (HeadReader(names: names), nil)
    lines.removeAll(keepingCapacity: true)
  }

  /// Reads the beginning of the known head after all, since what follows is another one.
  private func read(again beginning: ArraySlice<UInt8>) {
    beginReading()
    beginning.withUnsafeBytes { bytes in
      for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
        _ = read(UnsafeRawBufferPointer(rebasing: bytes[line.startIndex...line.endIndex]))
      }
    }
  }

  private func read(_ line: UnsafeRawBufferPointer) -> HeadReader.Step {
    let step = reader.take(line)
    guard known == nil else { return step }
    if lines.count <= Self.rememberedLength { lines.append(contentsOf: line) }
    if case .complete(let head) = step, head.cookies.isEmpty, lines.count <= Self.rememberedLength {
      known = Known(lines, head)
    }
    return step
  }
}
