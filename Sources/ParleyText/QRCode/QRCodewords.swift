/// The bytes of a code: the text, its error correction, and both in the order in which they are drawn.
struct QRCodewords {
  let all: [UInt8]

  init(_ bytes: [UInt8], _ version: QRVersion) {
    let blocks = Self.blocks(of: Self.data(bytes, version), version)
    let corrections = blocks.map { QRField.remainder(of: $0, degree: version.correctionCount) }
    all = Self.interleaved(blocks) + Self.interleaved(corrections)
  }

  /// The mode, the length, the text, an end, and words that fill up.
  private static func data(_ bytes: [UInt8], _ version: QRVersion) -> [UInt8] {
    var bits: [Bool] = []
    func add(_ value: Int, _ count: Int) {
      for bit in stride(from: count - 1, through: 0, by: -1) { bits.append(value >> bit & 1 == 1) }
    }
    add(0b0100, 4)
    add(bytes.count, version.lengthBits)
    for byte in bytes { add(Int(byte), 8) }
    let room = version.dataCount * 8
    add(0, min(4, room - bits.count))
    add(0, (8 - bits.count % 8) % 8)
    var words = stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
    }
    for filler in 0..<version.dataCount - words.count { words.append(filler % 2 == 0 ? 0xEC : 0x11) }
    return words
  }

  /// The last ones are a byte longer where it does not come out even.
  private static func blocks(of data: [UInt8], _ version: QRVersion) -> [[UInt8]] {
    let (length, longer) = data.count.quotientAndRemainder(dividingBy: version.blockCount)
    var rest = data[...]
    return (0..<version.blockCount).map { index in
      let count = length + (index >= version.blockCount - longer ? 1 : 0)
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
  }

  private static func interleaved(_ blocks: [[UInt8]]) -> [UInt8] {
    (0..<(blocks.map(\.count).max() ?? 0)).flatMap { index in
      blocks.compactMap { index < $0.count ? $0[index] : nil }
    }
  }
}

/// Reed-Solomon codes over the field of 256 elements that QR codes use.
enum QRField {
  static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
    var result = 0
    for bit in stride(from: 7, through: 0, by: -1) {
      result = result << 1 ^ (result >> 7) * 0x11D
      result ^= Int(right) >> bit & 1 * Int(left)
    }
    return UInt8(result)
  }

  /// Returns the remainder of the bytes, divided by the generator of that degree.
  static func remainder(of bytes: [UInt8], degree: Int) -> [UInt8] {
    let divisor = generator(of: degree)
    var result = [UInt8](repeating: 0, count: degree)
    for byte in bytes {
      let factor = byte ^ result.removeFirst()
      result.append(0)
      for index in result.indices { result[index] ^= product(divisor[index], factor) }
    }
    return result
  }

  /// Without its leading 1.
  private static func generator(of degree: Int) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: degree - 1) + [1]
    var root: UInt8 = 1
    for _ in 0..<degree {
      for index in result.indices {
        result[index] = product(result[index], root)
        if index + 1 < result.count { result[index] ^= result[index + 1] }
      }
      root = product(root, 2)
    }
    return result
  }
}
