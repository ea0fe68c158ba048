public import ParleyEngine

extension Store: RunRepository {
  /// Kept 50 ms later at the latest, many together. A store that is not open keeps nothing.
  public func note(_ step: RunStep) {
    try? access.opened().writer.note(step)
  }
}
