import ParleyEngine

/// Writes values one after the other as compactly as they go, for `RecordReader` to read in the same order.
///
/// Numbers are LEB128: seven bits a byte, the lowest first. Texts and byte strings have their length in front; what is
/// optional has a count that is one larger, so that zero is nothing.
struct RecordWriter: ~Copyable {
  /// The most bytes of a number.
  private static let longestNumber = 10

  private var room: UnsafeMutableRawBufferPointer
  private var count = 0

  init(capacity: Int) {
    room = .allocate(byteCount: max(capacity, Self.longestNumber), alignment: 1)
  }

  deinit { room.deallocate() }

  var bytes: [UInt8] { Array(UnsafeRawBufferPointer(rebasing: room[..<count])) }

  mutating func write(_ number: UInt64) {
    makeRoom(for: Self.longestNumber)
    var rest = number
    while rest >= 0x80 {
      put(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    put(UInt8(truncatingIfNeeded: rest))
  }

  mutating func write(_ number: Int) {
    write(UInt64(bitPattern: Int64(number)))
  }

  mutating func write(_ flag: Bool) {
    makeRoom(for: 1)
    put(flag ? 1 : 0)
  }

  mutating func write(_ duration: Duration) {
    write(UInt64(bitPattern: duration.inMicroseconds))
  }

  mutating func write(_ content: some Collection<UInt8>) {
    write(content.count)
    let isThere: Void? = content.withContiguousStorageIfAvailable { append(UnsafeRawBufferPointer($0)) }
    if isThere == nil { append(Array(content)) }
  }

  mutating func write(_ text: String) {
    write(text.utf8.count)
    append(text)
  }

  mutating func write(_ text: String?) {
    guard let text else { return write(0) }
    write(text.utf8.count + 1)
    append(text)
  }

  mutating func write<Element>(_ list: some Collection<Element>, _ each: (inout RecordWriter, Element) -> Void) {
    write(list.count)
    for element in list { each(&self, element) }
  }

  private mutating func append(_ text: String) {
    let utf8 = text.utf8
    if utf8.withContiguousStorageIfAvailable({ append(UnsafeRawBufferPointer($0)) }) == nil { append(Array(utf8)) }
  }

  private mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { append($0) }
  }

  private mutating func append(_ content: UnsafeRawBufferPointer) {
    makeRoom(for: content.count)
    guard let source = content.baseAddress, let start = room.baseAddress else { return }
    (start + count).copyMemory(from: source, byteCount: content.count)
    count += content.count
  }

  private mutating func put(_ byte: UInt8) {
    room[count] = byte
    count += 1
  }

  @inline(__always)
  private mutating func makeRoom(for more: Int) {
    if more > room.count - count { grow(by: more) }
  }

  private mutating func grow(by more: Int) {
    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: max(room.count * 2, count + more), alignment: 1)
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: room[..<count]))
    room.deallocate()
    room = larger
  }
}
