import ParleyEngine

/// Reads what `RecordWriter` wrote. Whatever the bytes are, it never reads beyond them and never makes room for more than
/// they can hold.
struct RecordReader {
  /// The record ends early or says something impossible.
  static let damage = RepositoryError(.damaged, "A row of the store is damaged.")

  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// The bytes that have not been read yet.
  var remaining: [UInt8] { Array(rest) }

  mutating func number() throws(RepositoryError) -> UInt64 {
    var result: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = rest.popFirst() else { throw Self.damage }
      result |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return result }
    }
    throw Self.damage
  }

  mutating func int() throws(RepositoryError) -> Int {
    Int(Int64(bitPattern: try number()))
  }

  mutating func flag() throws(RepositoryError) -> Bool {
    guard let byte = rest.popFirst() else { throw Self.damage }
    return byte != 0
  }

  mutating func duration() throws(RepositoryError) -> Duration {
    .microseconds(Int64(bitPattern: try number()))
  }

  mutating func bytes() throws(RepositoryError) -> [UInt8] {
    Array(try take(int()))
  }

  mutating func text() throws(RepositoryError) -> String {
    String(decoding: try take(int()), as: UTF8.self)
  }

  mutating func optionalText() throws(RepositoryError) -> String? {
    let count = try int()
    guard count >= 0 else { throw Self.damage }
    return count == 0 ? nil : String(decoding: try take(count - 1), as: UTF8.self)
  }

  mutating func list<Element>(
    _ each: (inout RecordReader) throws(RepositoryError) -> Element
  ) throws(RepositoryError) -> [Element] {
    let count = try int()
    // Every element has one byte at least.
    guard count >= 0, count <= rest.count else { throw Self.damage }
    var result: [Element] = []
    result.reserveCapacity(count)
    for _ in 0..<count { result.append(try each(&self)) }
    return result
  }

  private mutating func take(_ count: Int) throws(RepositoryError) -> ArraySlice<UInt8> {
    guard count >= 0, count <= rest.count else { throw Self.damage }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}
