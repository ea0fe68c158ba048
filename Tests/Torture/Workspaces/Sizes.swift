import Glibc
import ParleyEngine
import ParleyWorkspace
import TestSupport

/// Files that are twice as large as others, and otherwise alike.
struct Sizes: TorturePart {
  static let name = "sizes"
  static let summary = "workspaces and imports that are four times as large as one that takes a moment"
  static let promise = "they take about four times as much of a processor, or are refused; never sixteen times"
  /// ``ScaleTests`` try each kind.
  static let shortCount = 1

  func attempt(_ trial: Trial) async throws {
    let kind = LargeInput.all[trial.number % LargeInput.all.count]
    trial.step("\(kind.name), \(kind.count) and four times as many")
    let growth = try await blocking { try Growth(of: kind) }
    trial.expect(growth.isBearable, "\(kind.name): \(growth.small), and then \(growth.large)")
  }
}

/// What an input takes of a processor, and one of four times its size.
struct Growth: Sendable {
  let small: Duration
  let large: Duration

  init(of kind: LargeInput) throws {
    small = try Self.work(kind, kind.count)
    large = try Self.work(kind, 4 * kind.count)
  }

  /// What takes a moment is measured by the clock's own grain.
  var isBearable: Bool { large < .milliseconds(50) || large < small * 10 }

  /// The less of two.
  private static func work(_ kind: LargeInput, _ count: Int) throws -> Duration {
    let read = try kind.prepared(count)
    return try (0..<2).map { _ in
      let start = processorTime
      try read()
      return processorTime - start
    }.min() ?? .zero
  }

  private static var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
