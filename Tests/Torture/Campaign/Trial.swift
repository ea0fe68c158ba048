import ParleyEngine
import TestSupport

/// One trial: its random numbers, its folder, and what was lost in it.
final class Trial: Sendable {
  let seed: UInt64
  let number: Int
  private let state: Lock<State>

  private struct State {
    var random: SeededGenerator
    var losses: [String] = []
    var steps: [String] = []
  }

  init(part: String, seed: UInt64, number: Int) {
    self.seed = seed
    self.number = number
    state = Lock(State(random: SeededGenerator(seed: Self.mixed(part, seed, number))))
  }

  /// A trial can be made again without those before it.
  private static func mixed(_ part: String, _ seed: UInt64, _ number: Int) -> UInt64 {
    let named = part.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    var generator = SeededGenerator(seed: named &+ UInt64(number) &* 0x9E37_79B9)
    return generator.next()
  }

  /// What was lost, each with the steps that led there.
  var losses: [String] { state.withLock { $0.losses } }
}

// What happens in it.
extension Trial {
  /// Notes what is done, for whoever looks at a loss.
  func step(_ text: String) { state.withLock { $0.steps.append(text) } }

  func lose(_ text: String) {
    state.withLock { $0.losses.append(([text] + $0.steps.map { "  after: \($0)" }).joined(separator: "\n")) }
  }

  func expect(_ holds: Bool, _ otherwise: @autoclosure () -> String) {
    if !holds { lose(otherwise()) }
  }
}

// Its random numbers.
extension Trial {
  func int(_ range: Range<Int>) -> Int { state.withLock { Int.random(in: range, using: &$0.random) } }

  /// True once in so many times.
  func once(in count: Int) -> Bool { int(0..<count) == 0 }

  func bytes(_ count: Int) -> [UInt8] {
    state.withLock { state in (0..<count).map { _ in .random(in: 0...255, using: &state.random) } }
  }

  func milliseconds(_ range: Range<Int>) -> Duration { .milliseconds(int(range)) }

  /// - Parameter choices: at least one.
  func pick<Choice>(_ choices: [Choice]) -> Choice { choices[int(0..<choices.count)] }

  /// Less than the limit, and as often small as large.
  func size(upTo limit: Int) -> Int {
    let bits = Int.bitWidth - limit.leadingZeroBitCount
    return int(0..<max(1, min(limit, 1 << int(0..<bits + 1))))
  }
}
