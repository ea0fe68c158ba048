extension Event {
  /// The identifier of the custom event by which the store tells of itself.
  package static let storeNotice = "store.notice"
}
