internal import CPostgres

/// A value that goes with a statement, in PostgreSQL's binary form.
enum PostgresParameter {
  case number(Int64?)
  case text(String)
  case bytes([UInt8]?)
  case texts([String])
  case numbers([Int64?])
  case byteStrings([[UInt8]])
  case flags([Bool])

  /// The OIDs of the types, as pg_type.dat has them.
  private enum TypeID {
    static let boolean: Oid = 16, bytes: Oid = 17, number: Oid = 20, text: Oid = 25
    static let booleans: Oid = 1000, byteStrings: Oid = 1001, texts: Oid = 1009, numbers: Oid = 1016
  }

  var type: Oid {
    switch self {
    case .number: TypeID.number
    case .text: TypeID.text
    case .bytes: TypeID.bytes
    case .texts: TypeID.texts
    case .numbers: TypeID.numbers
    case .byteStrings: TypeID.byteStrings
    case .flags: TypeID.booleans
    }
  }

  /// Nil for NULL.
  var encoded: [UInt8]? {
    switch self {
    case .number(let number): number.map(Self.bigEndian)
    case .text(let text): Array(text.utf8)
    case .bytes(let bytes): bytes
    case .texts(let texts): Self.array(of: TypeID.text, texts.map { Array($0.utf8) })
    case .numbers(let numbers): Self.array(of: TypeID.number, numbers.map { $0.map(Self.bigEndian) })
    case .byteStrings(let all): Self.array(of: TypeID.bytes, all)
    case .flags(let flags): Self.array(of: TypeID.boolean, flags.map { [$0 ? 1 : 0] })
    }
  }

  /// One dimension, from 1 on: the header, then each element behind its length.
  private static func array(of type: Oid, _ elements: [[UInt8]?]) -> [UInt8] {
    guard !elements.isEmpty else { return bigEndian(Int32(0)) + bigEndian(Int32(0)) + bigEndian(type) }
    var bytes = bigEndian(Int32(1)) + bigEndian(Int32(elements.contains { $0 == nil } ? 1 : 0)) + bigEndian(type)
    bytes += bigEndian(Int32(elements.count)) + bigEndian(Int32(1))
    for element in elements {
      bytes += bigEndian(Int32(element?.count ?? -1))
      bytes += element ?? []
    }
    return bytes
  }

  private static func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}
