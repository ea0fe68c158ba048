extension Duration {
  /// For people, in the largest unit that says enough: `850 ms`, `41 s`, `12 min`, `3 h`, `2 d`.
  package var inRoundWords: String {
    let seconds = components.seconds
    return switch seconds {
    case ..<1: "\(inMicroseconds / 1000) ms"
    case ..<120: "\(seconds) s"
    case ..<7200: "\(seconds / 60) min"
    case ..<172_800: "\(seconds / 3600) h"
    default: "\(seconds / 86_400) d"
    }
  }
}
