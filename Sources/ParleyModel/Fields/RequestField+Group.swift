extension RequestField {
  /// The groups that the options of a request stand in, in the order of their rows.
  package enum Group: String, Sendable, CaseIterable {
    case limits = "Limits"
    case retry = "Retry"
    case cache = "Cache"
    case sending = "Sending"
    case transfer = "Transfer"
    case security = "TLS"
    case body = "Body"

    /// Columns of the longest name.
    package static let columns = allCases.map(\.rawValue.count).max() ?? 0
  }
}
