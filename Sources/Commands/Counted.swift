extension Int {
  /// `1 request`, `3 requests`, `1 entry`, `2 entries`.
  func counted(_ one: String, _ many: String? = nil) -> String {
    "\(self) \(self == 1 ? one : many ?? one + "s")"
  }
}
