import ParleyEngine
import Testing

@testable import ParleyHTTP

@Suite("When a transfer must be done", .timeLimit(.minutes(2)))
struct DeadlineTests {
  private let start = Monotonic.now

  private func after(_ seconds: Int) -> Monotonic {
    start.advanced(by: .seconds(seconds))
  }

  @Test("The time a transfer is held does not count")
  func held() {
    var deadline = Deadline(in: .seconds(10), from: start)
    #expect(deadline.at == after(10))
    deadline.hold(at: after(4))
    #expect(deadline.at == .distantFuture)
    deadline.release(at: after(1000))
    #expect(deadline.at == after(1006))
    deadline.release(at: after(2000))
    #expect(deadline.at == after(1006))
  }

  @Test(
    "Without a limit, or with one beyond counting, there is none", arguments: [nil, Duration.seconds(Int64.max / 2000)])
  func unlimited(limit: Duration?) {
    var deadline = Deadline(in: limit, from: start)
    #expect(deadline.at == .distantFuture)
    deadline.hold(at: after(1))
    deadline.release(at: after(2))
    #expect(deadline.at == .distantFuture)
  }

  @Test("Waiting is rounded up to whole milliseconds, so that nobody wakes too early")
  func milliseconds() {
    #expect(start.milliseconds(until: start.advanced(by: .microseconds(1))) == 1)
    #expect(start.milliseconds(until: start.advanced(by: .milliseconds(7))) == 7)
    #expect(after(1).milliseconds(until: start) == 0)
  }
}
