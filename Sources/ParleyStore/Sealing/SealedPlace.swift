/// The place of a sealed value. The seal covers it, so that a value that was moved to another row, column or table does
/// not open there.
struct SealedPlace: Sendable, Hashable {
  var table: String
  var row: String
  var column: String

  /// Every part with its length in front, so that no two places look alike.
  func associatedData(keyName: String) -> [UInt8] {
    [table, row, column, keyName].reduce(into: []) { bytes, part in
      bytes.append(contentsOf: withUnsafeBytes(of: UInt32(part.utf8.count).littleEndian, Array.init))
      bytes.append(contentsOf: part.utf8)
    }
  }
}
