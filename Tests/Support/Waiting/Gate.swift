/// A gate that begins shut: a script waits at it until the test opens it.
public final class Gate: Sendable {
  private let isOpen = Monitor(false)

  public init() {}

  public func open() { isOpen.withLock { $0 = true } }

  /// Blocks this thread until the gate is open.
  ///
  /// - Throws: ``SupportError`` when it stays shut.
  public func wait() throws {
    guard isOpen.wait(until: { $0 }) else { throw SupportError("The gate was not opened within \(patience) seconds.") }
  }
}
