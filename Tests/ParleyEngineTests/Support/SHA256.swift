/// SHA-256 (FIPS 180-4) and HMAC (RFC 2104), written a second time for looking over a signature's shoulder.
enum SHA256 {
  static func digest(of bytes: [UInt8]) -> [UInt8] {
    var state = initial
    var padded = bytes + [0x80]
    padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
    padded += (0..<8).map { UInt8(truncatingIfNeeded: (bytes.count * 8) >> (56 - 8 * $0)) }
    for start in stride(from: 0, to: padded.count, by: 64) { compress(padded[start..<start + 64], into: &state) }
    return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) } }
  }

  static func hex(_ text: String) -> String { hex(digest(of: Array(text.utf8))) }

  static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  static func authenticate(_ text: String, by key: [UInt8]) -> [UInt8] {
    let short = key.count > 64 ? digest(of: key) : key
    let block = short + [UInt8](repeating: 0, count: 64 - short.count)
    return digest(of: block.map { $0 ^ 0x5C } + digest(of: block.map { $0 ^ 0x36 } + text.utf8))
  }

  private static func compress(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { start in
      block[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<64 {
      let (low, high) = (words[index - 15], words[index - 2])
      let first = turned(low, 7) ^ turned(low, 18) ^ low >> 3
      let second = turned(high, 17) ^ turned(high, 19) ^ high >> 10
      words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
    }
    var v = state
    for index in 0..<64 {
      let choice = v[4] & v[5] ^ ~v[4] & v[6]
      let majority = v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2]
      let first =
        v[7] &+ (turned(v[4], 6) ^ turned(v[4], 11) ^ turned(v[4], 25)) &+ choice &+ constants[index] &+ words[index]
      let second = (turned(v[0], 2) ^ turned(v[0], 13) ^ turned(v[0], 22)) &+ majority
      v = [first &+ second, v[0], v[1], v[2], v[3] &+ first, v[4], v[5], v[6]]
    }
    for index in 0..<8 { state[index] &+= v[index] }
  }

  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

  private static let initial = roots(of: 8) { $0.squareRoot() }
  private static let constants = roots(of: 64) { cubeRoot($0) }

  /// The first 32 bits behind the point of the roots of the first primes.
  private static func roots(of count: Int, _ root: (Double) -> Double) -> [UInt32] {
    let primes = (2...).lazy.filter { number in !(2..<number).contains { number % $0 == 0 } }
    return primes.prefix(count).map { prime in
      let value = root(Double(prime))
      return UInt32((value - value.rounded(.down)) * 4_294_967_296)
    }
  }

  private static func cubeRoot(_ number: Double) -> Double {
    var root = number
    for _ in 0..<200 { root -= (root * root * root - number) / (3 * root * root) }
    return root
  }
}
