import Glibc

/// Runs something that blocks on a thread made for it.
enum OwnThread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// When the system has no thread left it runs here and now.
  static func start(_ run: @escaping @Sendable () -> Void) {
    let body = Unmanaged.passRetained(Body(run))
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, nil,
      { body in
        guard let body else { return nil }
        Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run()
        return nil
      }, body.toOpaque())
    if failure == 0 { pthread_detach(thread) } else { body.takeRetainedValue().run() }
  }
}
