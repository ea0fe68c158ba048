import Glibc
import HTTPServing
import ParleyEngine

/// Bytes that say where they stand: lines of 16, each its own offset in hexadecimal.
///
///     000000000000000\n000000000000010\n000000000000020\n…
///
/// So any part of any download can be checked by itself.
struct OffsetLines: PieceSource {
  private var next: Int
  private let end: Int
  /// Bytes a second; 0 is as fast as it goes.
  private let rate: Int

  init(range: Range<Int>, rate: Int) {
    next = range.lowerBound
    end = range.upperBound
    self.rate = rate
  }

  mutating func next() async throws -> [UInt8]? {
    guard next < end else { return nil }
    let piece = next..<pieceEnd
    if rate > 0 { try await Task.sleep(for: .seconds(Double(piece.count) / Double(rate))) }
    next = piece.upperBound
    return OffsetLines.bytes(piece)
  }

  /// Up to the end of the block; with a rate, about twenty pieces a second.
  private var pieceEnd: Int {
    let blockEnd = (next / OffsetLines.blockLength + 1) * OffsetLines.blockLength
    let paced = rate > 0 ? next + max(1, rate / 20) : end
    return min(blockEnd, paced, end)
  }
}

extension OffsetLines {
  private static let lineLength = 16
  private static let blockLength = 1 << 16
  /// The last four of a line's fifteen digits are the same in every block.
  private static let leadingDigits = 11

  /// The bytes of a range that lies within one block.
  static func bytes(_ range: Range<Int>) -> [UInt8] {
    let number = range.lowerBound / blockLength
    let start = range.lowerBound - number * blockLength
    return Array(block(number)[start..<start + range.count])
  }

  private static func block(_ number: Int) -> [UInt8] {
    let digits = Array(number.hexadecimal(digits: leadingDigits).utf8)
    var block = firstBlock
    block.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      for line in stride(from: 0, to: blockLength, by: lineLength) { memcpy(start + line, digits, leadingDigits) }
    }
    return block
  }

  private static let firstBlock: [UInt8] = stride(from: 0, to: blockLength, by: lineLength).flatMap { offset in
    Array("\(offset.hexadecimal(digits: lineLength - 1))\n".utf8)
  }
}
