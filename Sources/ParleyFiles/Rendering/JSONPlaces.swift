package import ParleyEngine

/// The paths of the resolved values in a JSON text: `.item.id` for a value that begins at an offset.
package struct JSONPlaces {
  private enum Container {
    /// With the key of the member that is read; nil before it.
    case object(String?)
    case array(Int)
  }

  private let bytes: [UInt8]
  private var position = 0
  private var stack: [Container] = []
  /// The member whose key is read next stands in the innermost object.
  private var expectsKey = false

  /// In a longer text nobody looks for places.
  private static let longest = 256 << 10

  /// - Parameter offsets: in UTF-8, in order.
  /// - Returns: the place of each; the root where the text is too long, or no JSON.
  package static func places(of offsets: [Int], in text: String) -> [ValuePath] {
    guard text.utf8.count <= longest else { return offsets.map { _ in .root } }
    var reader = JSONPlaces(bytes: Array(text.utf8))
    return offsets.map { reader.place(at: $0) }
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private mutating func place(at offset: Int) -> ValuePath {
    while position < min(offset, bytes.count) {
      let end = bytes[position] == UInt8(ascii: "\"") ? endOfString(from: position) : position + 1
      guard end <= offset else { break }
      read(bytes[position..<end])
      position = end
    }
    return ValuePath(
      stack.compactMap { container in
        switch container {
        case .object(let key): key.map { .key($0) }
        case .array(let index): .index(index)
        }
      })
  }

  /// Behind its closing quote.
  private func endOfString(from start: Int) -> Int {
    var end = start + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "\"") { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
    return min(end + 1, bytes.count)
  }

  private mutating func read(_ token: ArraySlice<UInt8>) {
    switch token.first {
    case UInt8(ascii: "{"): push(.object(nil))
    case UInt8(ascii: "["): push(.array(0))
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      stack.removeLast(min(1, stack.count))
      expectsKey = false
    case UInt8(ascii: ","): advance()
    case UInt8(ascii: "\"") where expectsKey:
      expectsKey = false
      let key = (try? JSONValue(parsing: Array(token)))?.string
      if !stack.isEmpty { stack[stack.count - 1] = .object(key) }
    default: break
    }
  }

  private mutating func push(_ container: Container) {
    stack.append(container)
    if case .object = container { expectsKey = true } else { expectsKey = false }
  }

  private mutating func advance() {
    switch stack.popLast() {
    case .array(let index)?: push(.array(index + 1))
    case .object?: push(.object(nil))
    case nil: break
    }
  }
}
