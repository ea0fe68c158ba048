import Glibc
import HTTPTypes

/// Reads the heads of the responses of one handle, one after the other. Servers answer alike: a head that is byte for byte the one before,
/// as most are within a second, is known already and not read again. Belongs to one thread.
final class HeadsReader {
  /// Longer heads are not kept in mind.
  private static let rememberedLength = 4096

  private let names: HeaderNames?
  private var reader = HeadReader()
  /// The lines of the known head, or of the one that is being read.
  private var lines: [UInt8] = []
  /// What those lines say; nil while they are read, and of a head that sets cookies, whose values differ.
  private var known: HeadReader.Head?
  /// How much of the known head has come again.
  private var matched = 0
  private var isFollowing = false

  init(names: HeaderNames? = nil) {
    self.names = names
  }

  /// The fields behind the body, as far as they have come.
  var trailers: HTTPFields { isFollowing ? HTTPFields() : reader.trailers }

  /// From here on comes another response.
  func begin() {
    matched = 0
    isFollowing = known != nil
    if !isFollowing { read(again: 0) }
  }

  func take(_ line: UnsafeRawBufferPointer) -> HeadReader.Step {
    guard isFollowing else { return read(line) }
    if let known, follows(line) { return matched == lines.count ? .complete(known) : .more }
    isFollowing = false
    if matched < lines.count {
      read(again: matched)
    } else {
      reader = HeadReader(names: names, behind: matched)
    }
    return read(line)
  }

  private func follows(_ line: UnsafeRawBufferPointer) -> Bool {
    guard let start = line.baseAddress, matched + line.count <= lines.count else { return false }
    let isSame = lines.withUnsafeBytes { $0.baseAddress.map { memcmp($0 + matched, start, line.count) == 0 } ?? false }
    if isSame { matched += line.count }
    return isSame
  }

  private func read(_ line: UnsafeRawBufferPointer) -> HeadReader.Step {
    let step = reader.take(line)
    guard known == nil else { return step }
    if lines.count <= Self.rememberedLength { lines.append(contentsOf: line) }
    if case .complete(let head) = step, head.cookies.isEmpty, lines.count <= Self.rememberedLength { known = head }
    return step
  }

  /// Reads the beginning of the known head after all, since what follows is another one.
  private func read(again length: Int) {
    let beginning = Array(lines.prefix(length))
    (reader, known) = (HeadReader(names: names), nil)
    lines.removeAll(keepingCapacity: true)
    beginning.withUnsafeBytes { bytes in
      for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
        _ = read(UnsafeRawBufferPointer(rebasing: bytes[line.startIndex...line.endIndex]))
      }
    }
  }
}
