import ParleyEngine
import ParleyWorkspace

/// Writes a body by windows, whatever its size: to a file or pipe as it is, to a terminal as text it cannot be harmed by.
struct BodyWriter {
  private let body: any ByteSource

  private static let window = 256 << 10

  init(_ body: any ByteSource) {
    self.body = body
  }

  func write(to console: any Console) {
    var rest: [UInt8] = []
    var offset = 0
    while console.takesOutput, offset < body.count, let bytes = try? body.read(at: offset, count: Self.window),
      !bytes.isEmpty
    {
      offset += bytes.count
      guard console.writesToTerminal else {
        console.pass(bytes)
        continue
      }
      let whole = rest + bytes
      let end = offset < body.count ? whole.endOfLastScalar : whole.count
      console.pass(Array(whole[..<end]))
      rest = Array(whole[end...])
    }
    if console.writesToTerminal, body.count > 0 { console.print("") }
  }
}

extension [UInt8] {
  /// The start of a last scalar that the window may have cut apart; the count if there is none.
  fileprivate var endOfLastScalar: Int {
    let start = indices.suffix(4).last { self[$0] & 0xC0 != 0x80 } ?? count
    return start < count && self[start] >= 0xC0 ? start : count
  }
}
