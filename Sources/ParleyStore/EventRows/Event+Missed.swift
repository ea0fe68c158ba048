public import ParleyEngine

extension Event {
  static let gapIdentifier = "log.missed"

  /// How many events were lost in this one's place; nil for an event that was told.
  public var missed: Int? {
    guard case .custom(let custom) = kind, custom.identifier == Self.gapIdentifier else { return nil }
    return custom.parameters?.int
  }
}
