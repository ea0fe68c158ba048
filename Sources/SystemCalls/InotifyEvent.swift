import Glibc

/// One event of inotify(7), as the kernel writes it.
package struct InotifyEvent {
  package let watch: Int32
  package let mask: UInt32
  /// `nil` for an event of what is watched itself, and for a name that is not UTF-8.
  package let name: String?

  package func has(_ flag: Int32) -> Bool { has(UInt32(bitPattern: flag)) }
  package func has(_ flag: UInt32) -> Bool { mask & flag != 0 }

  /// More happened than the kernel could remember.
  package var isOverflow: Bool { has(IN_Q_OVERFLOW) }

  /// Takes every event that waits at a descriptor that does not block.
  package static func waiting(at descriptor: Int32) -> [InotifyEvent] {
    var waiting: [InotifyEvent] = []
    while let events = next(at: descriptor) { waiting += events }
    return waiting
  }

  /// Takes the next events, and waits for them where the descriptor blocks; `nil` when there are none.
  package static func next(at descriptor: Int32) -> [InotifyEvent]? {
    withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
      let count = retryingInterrupts { read(descriptor, buffer.baseAddress, buffer.count) }
      return count > 0 ? events(in: UnsafeRawBufferPointer(rebasing: buffer[..<count])) : nil
    }
  }

  private static let headLength = MemoryLayout<inotify_event>.size

  static func events(in buffer: UnsafeRawBufferPointer) -> [InotifyEvent] {
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
