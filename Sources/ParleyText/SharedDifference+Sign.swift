package import ParleyEngine

extension SharedDifference.Kind {
  /// In front of a compared key, as in a difference of texts.
  package var sign: String {
    switch self {
    case .same: " "
    case .different: "~"
    case .onlyLeft: "-"
    case .onlyRight: "+"
    case .unknown: "?"
    }
  }
}
