internal import CPostgres

/// The rows that a statement returned, in PostgreSQL's binary form.
final class PostgresRows {
  private let result: OpaquePointer

  init(_ result: OpaquePointer) {
    self.result = result
  }

  deinit { cpq_clear(result) }

  var count: Int { Int(cpq_ntuples(result)) }

  func isNull(_ row: Int, _ column: Int) -> Bool { cpq_getisnull(result, Int32(row), Int32(column)) != 0 }

  func bytes(_ row: Int, _ column: Int) -> [UInt8]? {
    guard !isNull(row, column), let value = cpq_getvalue(result, Int32(row), Int32(column)) else { return nil }
    let length = Int(cpq_getlength(result, Int32(row), Int32(column)))
    return Array(UnsafeRawBufferPointer(start: value, count: length))
  }

  func text(_ row: Int, _ column: Int) -> String? {
    bytes(row, column).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// Of any of the types of whole numbers.
  func number(_ row: Int, _ column: Int) -> Int64? {
    guard let bytes = bytes(row, column), let first = bytes.first, bytes.count <= 8 else { return nil }
    return bytes.dropFirst().reduce(Int64(Int8(bitPattern: first))) { $0 << 8 | Int64($1) }
  }

  func flag(_ row: Int, _ column: Int) -> Bool? {
    bytes(row, column).map { $0 == [1] }
  }
}
