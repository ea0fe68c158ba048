/// MD5 (RFC 1321), for `Content-MD5` alone: it vouches for nothing against an attacker.
struct MD5 {
  private static let blockSize = 64
  private static let shifts: [UInt32] = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]

  /// `floor(2³² · |sin(i + 1)|)`
  private static let sines: [UInt32] = [
    0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee, 0xf57c_0faf, 0x4787_c62a, 0xa830_4613, 0xfd46_9501,
    0x6980_98d8, 0x8b44_f7af, 0xffff_5bb1, 0x895c_d7be, 0x6b90_1122, 0xfd98_7193, 0xa679_438e, 0x49b4_0821,
    0xf61e_2562, 0xc040_b340, 0x265e_5a51, 0xe9b6_c7aa, 0xd62f_105d, 0x0244_1453, 0xd8a1_e681, 0xe7d3_fbc8,
    0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed, 0xa9e3_e905, 0xfcef_a3f8, 0x676f_02d9, 0x8d2a_4c8a,
    0xfffa_3942, 0x8771_f681, 0x6d9d_6122, 0xfde5_380c, 0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60, 0xbebf_bc70,
    0x289b_7ec6, 0xeaa1_27fa, 0xd4ef_3085, 0x0488_1d05, 0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8, 0xc4ac_5665,
    0xf429_2244, 0x432a_ff97, 0xab94_23a7, 0xfc93_a039, 0x655b_59c3, 0x8f0c_cc92, 0xffef_f47d, 0x8584_5dd1,
    0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1, 0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb, 0xeb86_d391,
  ]

  private var state: (UInt32, UInt32, UInt32, UInt32) = (0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476)
  private var rest: [UInt8] = []
  private var count: UInt64 = 0

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    count += UInt64(bytes.count)
    rest += bytes
    let whole = rest.count / Self.blockSize * Self.blockSize
    rest.withUnsafeBytes { buffer in
      for start in stride(from: 0, to: whole, by: Self.blockSize) { take(buffer, at: start) }
    }
    rest.removeFirst(whole)
  }

  /// The 16 bytes of what was added; the last call.
  mutating func finish() -> [UInt8] {
    let bits = count &* 8
    let padding = [0x80] + [UInt8](repeating: 0, count: (119 - Int(count % 64)) % 64)
    let length = (0..<8).map { UInt8(truncatingIfNeeded: bits >> (UInt64($0) * 8)) }
    (padding + length).withUnsafeBytes { add($0) }
    return [state.0, state.1, state.2, state.3].flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> (UInt32($0) * 8)) }
    }
  }

  private mutating func take(_ buffer: UnsafeRawBufferPointer, at start: Int) {
    var (a, b, c, d) = state
    for step in 0..<64 {
      let (mixed, index) = Self.mix(b, c, d, step)
      let word = UInt32(littleEndian: buffer.loadUnaligned(fromByteOffset: start + index * 4, as: UInt32.self))
      let sum = a &+ mixed &+ Self.sines[step] &+ word
      let shift = Self.shifts[step / 16 * 4 + step % 4]
      (a, d, c, b) = (d, c, b, b &+ (sum << shift | sum >> (32 - shift)))
    }
    state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d)
  }

  private static func mix(_ b: UInt32, _ c: UInt32, _ d: UInt32, _ step: Int) -> (mixed: UInt32, index: Int) {
    switch step {
    case 0..<16: (b & c | ~b & d, step)
    case 16..<32: (d & b | ~d & c, (5 * step + 1) % 16)
    case 32..<48: (b ^ c ^ d, (3 * step + 5) % 16)
    default: (c ^ (b | ~d), 7 * step % 16)
    }
  }
}

extension MD5 {
  /// Of a whole body, read from front to back.
  static func digest(of content: BodyContent) throws -> [UInt8] {
    var digest = MD5()
    let reader = try content.open()
    var piece = [UInt8](repeating: 0, count: 64 * 1024)
    while case let count = try piece.withUnsafeMutableBytes({ try reader.read(into: $0) }), count > 0 {
      piece.withUnsafeBytes { digest.add(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
    return digest.finish()
  }
}
