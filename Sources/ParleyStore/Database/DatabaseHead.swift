/// The first 100 bytes of a database file ("The Database Header" of SQLite's file format).
struct DatabaseHead {
  static let size = 100
  private static let mark = Array("SQLite format 3\0".utf8)

  /// In bytes.
  let pageSize: Int

  /// - Returns: nil where they are not such as the store's own databases have. SQLite takes some for those of a file that
  ///   may only be read.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.size, bytes.starts(with: Self.mark) else { return nil }
    let size = Int(bytes[16]) << 8 | Int(bytes[17])
    pageSize = size == 1 ? 1 << 16 : size
    let versions = 1...2
    guard pageSize >= 512, pageSize & (pageSize - 1) == 0, versions.contains(Int(bytes[18])),
      versions.contains(Int(bytes[19])), Array(bytes[20...23]) == [0, 64, 32, 32], Self.isFormat(bytes)
    else { return nil }
  }

  /// The format of the schema, up to 4, and UTF-8 for texts; both 0 before the first table is made.
  private static func isFormat(_ bytes: [UInt8]) -> Bool {
    let (format, encoding) = (bytes[44...47], bytes[56...59])
    return format.dropLast().allSatisfy { $0 == 0 } && (0...4).contains(format[47])
      && encoding.dropLast().allSatisfy { $0 == 0 } && (0...1).contains(encoding[59])
  }
}
