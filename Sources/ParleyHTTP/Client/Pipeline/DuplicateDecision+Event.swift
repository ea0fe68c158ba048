extension DuplicateDecision {
  var told: Event.Duplicate {
    switch self {
    case .cancelFirst, .cancelFirstAndTell: .cancelFirst
    case .keepFirst: .keepFirst
    case .keepLatest: .keepLatest
    case .keepAll: .keepAll
    case .sendAll: .sendAll
    case .tell: .tell
    case .tellBoth: .keepAll
    }
  }
}
