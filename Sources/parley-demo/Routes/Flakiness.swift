/// Counts the calls of `/flaky` by key, so that each key fails as often as it is told to and then works.
actor Flakiness {
  private var failures: [String: Int] = [:]

  /// Whether this call fails; the one that does not begins the count again.
  func fails(key: String, times: Int) -> Bool {
    let failed = failures[key, default: 0]
    failures[key] = failed < times ? failed + 1 : 0
    return failed < times
  }

  func reset() { failures = [:] }
}
