import Glibc
import ParleyEngine
internal import SystemCalls

/// The pages that were committed to a write-ahead log and have not come home yet ("WAL-mode File Format" of SQLite).
struct WriteAheadLog {
  private static let headSize = 32
  private static let frameHeadSize = 24

  let pageSize: Int
  private let file: OpenFile
  /// By number: where the newest committed content of a page stands in the file.
  private var places: [Int: Int] = [:]

  var lastPage: Int { places.keys.max() ?? 0 }

  /// - Returns: nil where the file is no such log.
  init?(_ path: String) throws(RepositoryError) {
    file = try OpenFile(path, O_RDONLY)
    let head = try file.read(at: 0, count: Self.headSize)
    guard head.count == Self.headSize, head.word(0) & ~1 == 0x377F_0682 else { return nil }
    pageSize = Int(head.word(8))
    var sum = Checksum(isBigEndian: head.word(0) & 1 == 1)
    sum.add(head[..<24])
    guard pageSize >= 512, pageSize <= 1 << 16, sum == (head.word(24), head.word(28)) else { return nil }
    try find(salt: Array(head[16..<24]), sum)
  }

  func page(_ number: Int) throws(RepositoryError) -> [UInt8]? {
    guard let place = places[number] else { return nil }
    let bytes = try file.read(at: place, count: pageSize)
    return bytes.count == pageSize ? bytes : nil
  }

  /// Everything up to the last commit before the first frame that is not whole.
  private mutating func find(salt: [UInt8], _ start: Checksum) throws(RepositoryError) {
    var (sum, offset, pending) = (start, Self.headSize, [Int: Int]())
    while true {
      let frame = try file.read(at: offset, count: Self.frameHeadSize + pageSize)
      guard frame.count == Self.frameHeadSize + pageSize, Array(frame[8..<16]) == salt else { return }
      sum.add(frame[..<8])
      sum.add(frame[Self.frameHeadSize...])
      guard sum == (frame.word(16), frame.word(20)) else { return }
      pending[Int(frame.word(0))] = offset + Self.frameHeadSize
      if frame.word(4) != 0 {
        places.merge(pending) { $1 }
        pending = [:]
      }
      offset += frame.count
    }
  }
}

/// The checksum of frames.
private struct Checksum {
  let isBigEndian: Bool
  private var first: UInt32 = 0
  private var second: UInt32 = 0

  init(isBigEndian: Bool) {
    self.isBigEndian = isBigEndian
  }

  mutating func add(_ bytes: ArraySlice<UInt8>) {
    bytes.withUnsafeBytes { bytes in
      for offset in stride(from: 0, to: bytes.count - 7, by: 8) {
        first = first &+ word(bytes, offset) &+ second
        second = second &+ word(bytes, offset + 4) &+ first
      }
    }
  }

  private func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
    let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
    return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
  }

  static func == (left: Checksum, right: (UInt32, UInt32)) -> Bool {
    left.first == right.0 && left.second == right.1
  }
}

extension [UInt8] {
  /// Four bytes, the highest first.
  func word(_ offset: Int) -> UInt32 {
    self[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
