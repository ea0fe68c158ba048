import Glibc
import ParleyEngine
import ParleyTeam
import SystemCalls

/// Listens to a server on a connection and a thread of its own, and tries again and again to reach one that is gone.
final class TeamFollower: Sendable {
  /// The functions that it calls.
  struct Calls: Sendable {
    /// The server is connected: its data may be read.
    var connected: @Sendable () -> Void
    /// Something was written; gets the payloads of the notifications.
    var changed: @Sendable ([String]) -> Void
    /// The server is still connected and has no news; called now and then.
    var alive: @Sendable () -> Void
    /// The server cannot be reached, or not be used as it is.
    var failed: @Sendable (RepositoryError) -> Void
  }

  /// The interval at which a silent connection is checked.
  private static let heartbeat: Duration = .seconds(15)
  /// The number of checks after which `alive` is called.
  private static let heartbeatsToTell = 4

  private struct State {
    var isStarted = false
    var isClosed = false
    var mustReconnect = false
  }

  private let state = Lock(State())
  private let settings: ConnectionSettings
  private let schema: TeamSchema
  private let calls: Calls
  private let wake: (reading: Int32, writing: Int32)?

  init(_ settings: ConnectionSettings, _ schema: TeamSchema, _ calls: Calls) {
    self.settings = settings
    self.schema = schema
    self.calls = calls
    wake = makePipe()
    if let wake { for end in [wake.reading, wake.writing] { _ = fcntl(end, F_SETFL, O_NONBLOCK) } }
  }

  deinit {
    guard let wake else { return }
    Glibc.close(wake.reading)
    Glibc.close(wake.writing)
  }

  /// Once; later calls do nothing.
  func start() {
    let isFirst = state.withLock { state in
      defer { state.isStarted = true }
      return !state.isStarted && !state.isClosed
    }
    guard isFirst else { return }
    guard let thread = SystemThread.start({ self.follow() }) else {
      return calls.failed(RepositoryError(.unreachable, "The system has no thread left.", place: settings.place))
    }
    thread.detach()
  }

  /// Somebody else has seen that the server is gone, or wants it to be tried at once.
  func reconnect() {
    state.withLock { $0.mustReconnect = true }
    nudge()
  }

  func close() {
    state.withLock { $0.isClosed = true }
    nudge()
  }

  private func nudge() {
    guard let wake else { return }
    var byte: UInt8 = 1
    _ = write(wake.writing, &byte, 1)
  }

  private var isClosed: Bool { state.withLock { $0.isClosed } }

  /// A connection that breaks is made again at once; only where that fails twice, the server is gone.
  private func follow() {
    var backoff = Backoff()
    var failures = 1
    while !isClosed {
      var wasConnected = false
      var trouble: RepositoryError?
      do {
        try listen { wasConnected = true }
      } catch {
        let failure = error as? PostgresFailure
        trouble = failure?.explained(at: settings.place) ?? RepositoryError(other: error, at: settings.place)
      }
      if wasConnected {
        backoff = Backoff()
        failures = 0
      } else if !isClosed {
        failures += 1
        if let trouble, failures > 1 { calls.failed(trouble) }
        pause(backoff.next())
      }
    }
  }

  /// Until the connection breaks, or shall be made anew.
  private func listen(_ onSuccess: () -> Void) throws {
    state.withLock { $0.mustReconnect = false }
    let connection = try PreparedConnection(settings, schema).connection
    try connection.runScript(schema.sql("LISTEN @channel@"))
    onSuccess()
    calls.connected()
    var silences = 0
    while !state.withLock({ $0.isClosed || $0.mustReconnect }) {
      let payloads = try connection.notifications(orWake: wake?.reading ?? -1, within: Self.heartbeat)
      emptyPipe()
      silences = payloads.isEmpty ? silences + 1 : 0
      if payloads.isEmpty { try connection.run("SELECT 1") } else { calls.changed(payloads) }
      if silences > 0, silences.isMultiple(of: Self.heartbeatsToTell) { calls.alive() }
    }
  }

  private func pause(_ duration: Duration) {
    var polled = pollfd(fd: wake?.reading ?? -1, events: Int16(POLLIN), revents: 0)
    _ = poll(&polled, 1, Int32(duration / .milliseconds(1)))
    emptyPipe()
  }

  private func emptyPipe() {
    guard let wake else { return }
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(wake.reading, &bytes, bytes.count) > 0 {}
  }
}

/// Longer pauses, never quite the same: a server that comes back is not met by everybody at once. None is so long that somebody who
/// looks whether it is back would try by hand.
private struct Backoff {
  private static let shortest: Duration = .milliseconds(250)
  private static let longest: Duration = .seconds(2)
  private var pause = shortest

  mutating func next() -> Duration {
    defer { pause = min(pause * 2, Self.longest) }
    return pause * Double.random(in: 0.8...1.2)
  }
}
