@testable import ParleyEngine

/// One text in every coding that can be taken off.
enum CodedBody {
  static let text = String(repeating: "The same again and again, and once more: é. ", count: 200)

  /// By other people's encoders.
  static let all: [(name: String, header: String, bytes: [UInt8])] = [
    ("gzip", "gzip", gzip), ("x-gzip", "x-gzip", gzip), ("deflate", "deflate", deflate),
    ("deflate without zlib", "deflate", rawDeflate), ("br", "br", brotli), ("zstd", "zstd", zstd),
    ("two members", "GZIP", gzip(of: text.prefix(1000)) + gzip(of: text.dropFirst(1000))),
    ("one in another", "br, identity,gzip", (try? Gzip.compress(brotli)) ?? []),
  ]

  static let gzip = gzip(of: text[...])
  static let deflate = bytes(
    "789cedca510980301400c02a2f8018c01c2b3074a81fdb405399c36282a610eeef3e2e6d25ce5c4be435ef2d725b3e0d2f7b9b4bd47e94"
      + "29ee6b8c24cbb22ccbb22ccbb22ccbb22ccbb22ccbb22ccbb22ccbb22ccbffcc0f8a73399d")
  static let rawDeflate = bytes(
    "edca510980301400c02a2f8018c01c2b3074a81fdb405399c36282a610eeef3e2e6d25ce5c4be435ef2d725b3e0d2f7b9b4bd47e9429ee"
      + "6b8c24cbb22ccbb22ccbb22ccbb22ccbb22ccbb22ccbb22ccbb22ccbffcc0f")
  static let brotli = bytes(
    "13272300442747fa796b9e7060ed5b526da9251c6cc0814398d8448f4083438e2e07899ab7e24974bfd30bfd9310155ead06c07410354b"
      + "c39f2200")
  static let zstd = bytes(
    "28b52ffd60282285010024025468652073616d6520616761696e20616e642c6f6e6365206d6f72653a20c3a92e200300f8022a5e5d84d0"
      + "a18401")

  /// A million zeros, a thousand times: a few kilobytes that become a gigabyte, in two codings.
  static let bomb: [UInt8] = {
    let zeros = (try? Gzip.compress([UInt8](repeating: 0, count: 1_000_000))) ?? []
    return (try? Gzip.compress(Array(repeatElement(zeros, count: 1000).joined()))) ?? []
  }()

  private static func gzip(of text: Substring) -> [UInt8] {
    (try? Gzip.compress(Array(text.utf8))) ?? []
  }

  private static func bytes(_ digits: String) -> [UInt8] {
    let digits = Array(digits)
    return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0..<$0 + 2]), radix: 16) }
  }
}
