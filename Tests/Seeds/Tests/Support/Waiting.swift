/// What a test waited for has not come.
struct NeverCame: Error {}

/// Returns once something holds; gives up after a while, so that a failing test does not hang.
func until(_ holds: () -> Bool) async throws {
  let end = ContinuousClock.now.advanced(by: .seconds(60))
  while !holds() {
    guard ContinuousClock.now < end else { throw NeverCame() }
    await Task.yield()
  }
}
