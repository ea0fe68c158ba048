import ParleyEngine
import Testing

@Suite("gzip", .timeLimit(.minutes(2)))
struct GzipTests {
  @Test("What is packed is unpacked to the same bytes", arguments: [0, 1, 1000, 65_536, 1_000_000])
  func roundTrip(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
    #expect(try Gzip.decompress(Gzip.compress(bytes)) == bytes)
  }

  @Test("Text becomes smaller, and begins as RFC 1952 says")
  func packs() throws {
    let text = Array(String(repeating: "again and ", count: 10_000).utf8)
    let packed = try Gzip.compress(text)
    #expect(packed.prefix(2) == [0x1F, 0x8B])
    #expect(packed.count < 1000)
  }

  @Test("Damage, a missing end and foreign bytes are told apart")
  func damage() throws {
    let packed = try Gzip.compress(Array("Hello, world!".utf8))
    var flipped = packed
    flipped[packed.count - 5] ^= 1
    #expect(throws: Gzip.Failure.damaged) { try Gzip.decompress(flipped) }
    #expect(throws: Gzip.Failure.truncated) { try Gzip.decompress(packed.dropLast(9)) }
    #expect(throws: Gzip.Failure.truncated) { try Gzip.decompress([]) }
    #expect(throws: Gzip.Failure.damaged) { try Gzip.decompress(Array("plain text".utf8)) }
  }

  @Test("A bomb stops at the limit")
  func bomb() throws {
    let packed = try Gzip.compress([UInt8](repeating: 0, count: 10_000_000))
    #expect(throws: Gzip.Failure.tooLarge(limit: 100_000)) { try Gzip.decompress(packed, limit: 100_000) }
  }
}

extension Gzip {
  fileprivate static func decompress(_ bytes: ArraySlice<UInt8>) throws -> [UInt8] {
    try decompress(Array(bytes))
  }
}
