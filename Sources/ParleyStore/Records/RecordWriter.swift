import ParleyEngine

/// Writes values one after the other as compactly as they go, for `RecordReader` to read in the same order.
///
/// Numbers are LEB128: seven bits a byte, the lowest first. Texts and byte strings have their length in front; what is
/// optional has a count that is one larger, so that zero is nothing.
struct RecordWriter {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int) {
    bytes.reserveCapacity(capacity)
  }

  mutating func write(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func write(_ number: Int) {
    write(UInt64(bitPattern: Int64(number)))
  }

  mutating func write(_ flag: Bool) {
    bytes.append(flag ? 1 : 0)
  }

  mutating func write(_ duration: Duration) {
    write(UInt64(bitPattern: duration.inMicroseconds))
  }

  mutating func write(_ content: some Collection<UInt8>) {
    write(content.count)
    bytes.append(contentsOf: content)
  }

  mutating func write(_ text: String) {
    var text = text
    text.withUTF8 { write($0) }
  }

  mutating func write(_ text: String?) {
    guard var text else { return write(0) }
    text.withUTF8 { utf8 in
      write(utf8.count + 1)
      bytes.append(contentsOf: utf8)
    }
  }

  mutating func write<Element>(_ list: some Collection<Element>, _ each: (inout RecordWriter, Element) -> Void) {
    write(list.count)
    for element in list { each(&self, element) }
  }
}
