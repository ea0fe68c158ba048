import Dispatch
import Glibc
import Synchronization
import Testing

@testable import SystemCalls

@Suite("A thread of the system", .timeLimit(.minutes(1)))
struct SystemThreadTests {
  @Test("runs with every signal blocked")
  func signals() throws {
    let seen = Seen()
    let thread = try #require(
      SystemThread.start {
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        if [SIGPIPE, SIGINT, SIGTERM].allSatisfy({ sigismember(&mask, $0) == 1 }) { seen.set() }
      })
    thread.join()
    #expect(seen.isSet)
  }

  @Test("has a stack as large as it was asked for")
  func stack() throws {
    let seen = Seen()
    let thread = try #require(
      SystemThread.start(stackSize: 64 << 20) {
        descend(48 << 20, from: address())
        seen.set()
      })
    thread.join()
    #expect(seen.isSet)
  }

  @Test("tells its end when all that its work held is released")
  func end() throws {
    let (released, inTime) = (Seen(), Seen())
    let end = { @Sendable in if released.isSet { inTime.set() } }
    // Only when nobody else holds it any more.
    let mayEnd = Turn()
    let thread = SystemThread.start(work(holding: Held(released), until: mayEnd), end: end)
    mayEnd.come()
    try #require(thread).join()
    #expect(inTime.isSet)
  }

  private func work(holding held: Held, until mayEnd: Turn) -> @Sendable () -> Void {
    { withExtendedLifetime(held) { mayEnd.wait() } }
  }
}

private final class Seen: Sendable {
  private let flag = Atomic(false)

  var isSet: Bool { flag.load(ordering: .acquiring) }
  func set() { flag.store(true, ordering: .releasing) }
}

private final class Turn: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func wait() { semaphore.wait() }
  func come() { semaphore.signal() }
}

private final class Held: Sendable {
  private let released: Seen

  init(_ released: Seen) { self.released = released }
  deinit { released.set() }
}

@inline(never)
private func address() -> UInt {
  var here: UInt8 = 0
  return withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) }
}

/// Calls itself until so much of the stack is in use.
@inline(never)
private func descend(_ bytes: UInt, from top: UInt) {
  withUnsafeTemporaryAllocation(byteCount: 1000, alignment: 1) { room in
    room[0] = 0
    if top - address() < bytes { descend(bytes, from: top) }
  }
}
