import CGlibcExtras
import Glibc

/// Knows how much of the native stack is left.
struct StackGuard {
  let isOnOwnThread: Bool
  /// Addresses below are not to be used.
  private var lowest: UInt
  private var isMeasured: Bool

  /// The bytes of stack that any thread is expected to have left when an evaluation starts.
  private static let surelyThere: UInt = 64 << 10
  /// The bytes of stack reserved for functions that do not check how much is left.
  private static let reserve: UInt = 96 << 10

  /// On the caller's thread, whose size is only asked for once it matters.
  init(limit: Int) {
    isOnOwnThread = false
    isMeasured = false
    lowest = StackGuard.address - StackGuard.surelyThere
  }

  /// On a thread that was made with a stack of this size, and has just started.
  init(ownThreadOf bytes: Int) {
    isOnOwnThread = true
    isMeasured = true
    lowest = StackGuard.address - UInt(bytes) + 2 * StackGuard.reserve
  }

  @inline(__always)
  static var address: UInt {
    var here: UInt8 = 0
    return withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) }
  }

  @inline(__always)
  var isShort: Bool { StackGuard.address < lowest }

  func hasRoom(for bytes: Int) -> Bool { StackGuard.address > lowest &+ UInt(bytes) }

  /// Looks how large the thread's stack is, the first time it seems to be short.
  mutating func measure() {
    guard !isMeasured else { return }
    isMeasured = true
    var attributes = pthread_attr_t()
    guard pthread_getattr_np(pthread_self(), &attributes) == 0 else { return }
    defer { pthread_attr_destroy(&attributes) }
    var (bottom, size): (UnsafeMutableRawPointer?, Int) = (nil, 0)
    guard pthread_attr_getstack(&attributes, &bottom, &size) == 0, let bottom else { return }
    // The main thread's stack grows on demand, far enough for a filter, but not by the whole of what is allowed.
    let usable = min(UInt(bitPattern: bottom) + StackGuard.reserve, lowest)
    lowest = max(usable, StackGuard.address - StackGuard.most)
  }

  private static let most: UInt = 4 << 20
}
