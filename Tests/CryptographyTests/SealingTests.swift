import Testing

@testable import Cryptography

@Suite("Sealing by libcrypto", .timeLimit(.minutes(1)))
struct SealingTests {
  private let key = SealingKey(RandomBytes.make(SealingKey.size))

  @Test("what was sealed opens, and no value is sealed twice alike", arguments: [0, 1, 16, 4096, 1_000_003])
  func roundTrip(size: Int) throws {
    let plain = RandomBytes.make(size)
    let sealed = try key.seal(plain, authenticating: [1])
    #expect(sealed.count == size + SealingKey.overhead)
    #expect(try key.open(sealed, authenticating: [1]) == plain)
    #expect(try key.seal(plain, authenticating: [1]) != sealed)
  }

  @Test("any bit that is turned, any byte that is missing, another key and another place are noticed")
  func damage() throws {
    let sealed = try key.seal([1, 2, 3], authenticating: [7])
    for place in sealed.indices {
      var changed = sealed
      changed[place] ^= 1
      #expect(throws: CryptographyError.notAuthentic) { try key.open(changed, authenticating: [7]) }
      #expect(throws: CryptographyError.notAuthentic) {
        try key.open(Array(sealed.prefix(place)), authenticating: [7])
      }
    }
    #expect(throws: CryptographyError.notAuthentic) { try key.open(sealed, authenticating: [8]) }
    let other = SealingKey(RandomBytes.make(SealingKey.size))
    #expect(throws: CryptographyError.notAuthentic) { try other.open(sealed, authenticating: [7]) }
  }

  @Test("one key serves many threads at once")
  func threads() async throws {
    let codes = AuthenticationKey(RandomBytes.make(32))
    let expected = codes.code(for: [1, 2, 3])
    try await withThrowingTaskGroup { group in
      for size in 0..<200 {
        group.addTask { [key] in
          let plain = [UInt8](repeating: 1, count: size)
          return try key.open(key.seal(plain, authenticating: []), authenticating: []) == plain
            && codes.code(for: [1, 2, 3]) == expected
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }
}
