/// The open containers of a document, one bit each: nesting is limited by memory only, and 100,000 levels take 12.5 KB.
struct JSONContainerStack: Sendable {
  private(set) var depth = 0
  /// The innermost containers, the last one in the lowest bit; set for an object.
  private var innermost: UInt64 = 0
  /// The containers further out, 64 at a time.
  private var outer: [UInt64] = []

  var isEmpty: Bool { depth == 0 }
  var isInObject: Bool { depth > 0 && innermost & 1 == 1 }

  mutating func push(object: Bool) {
    if depth > 0, depth & 63 == 0 { outer.append(innermost) }
    innermost = innermost << 1 | (object ? 1 : 0)
    depth += 1
  }

  mutating func pop() {
    innermost >>= 1
    depth -= 1
    if depth > 0, depth & 63 == 0 { innermost = outer.removeLast() }
  }
}
