/// How long a part goes on.
enum Budget: Sendable {
  case time(Duration)
  case trials(Int)
  /// One trial alone, to look at it again.
  case only(Int)

  func numbers() -> some Sequence<Int> {
    let end = ContinuousClock.now + (duration ?? .zero)
    return sequence(state: first) { next in
      defer { next += 1 }
      return allows(next, until: end) ? next : nil
    }
  }

  private var duration: Duration? { if case .time(let time) = self { time } else { nil } }

  private var first: Int { if case .only(let number) = self { number } else { 0 } }

  private func allows(_ number: Int, until end: ContinuousClock.Instant) -> Bool {
    switch self {
    case .time: .now < end
    case .trials(let count): number < count
    case .only(let only): number == only
    }
  }
}
