internal import Glibc

/// One event as the kernel writes it.
struct InotifyEvent {
  let watch: Int32
  let mask: UInt32
  /// `nil` for an event of the watched folder itself, and for a name that is not UTF-8.
  let name: String?

  func has(_ flag: Int32) -> Bool { mask & UInt32(bitPattern: flag) != 0 }
  func has(_ flag: UInt32) -> Bool { mask & flag != 0 }

  /// Takes every event that waits.
  static func waiting(at descriptor: Int32) -> [InotifyEvent] {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    var waiting: [InotifyEvent] = []
    while true {
      let count = retryingInterrupts { read(descriptor, &buffer, buffer.count) }
      guard count > 0 else { return waiting }
      waiting += events(in: buffer[..<count])
    }
  }

  private static let headLength = MemoryLayout<inotify_event>.size

  static func events(in bytes: ArraySlice<UInt8>) -> [InotifyEvent] {
    bytes.withUnsafeBytes { buffer in
      var events: [InotifyEvent] = []
      var offset = 0
      while offset + headLength <= buffer.count {
        let head = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        let end = min(offset + headLength + Int(head.len), buffer.count)
        let name = buffer[offset + headLength..<end].prefix { $0 != 0 }
        events.append(
          InotifyEvent(
            watch: head.wd, mask: head.mask, name: name.isEmpty ? nil : String(validating: name, as: UTF8.self)))
        offset = end
      }
      return events
    }
  }
}
