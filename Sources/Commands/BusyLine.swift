import ParleyEngine

/// Tells on standard error what a command is busy with, once that has taken half a second, until there is output or it has ended:
///
///     … checking the stored data, 3 s
enum BusyLine {
  /// - Parameters:
  ///   - words: asked for each time.
  ///   - seconds: those that have passed, as they pass; 0 after the first half of one.
  static func during<Value: Sendable>(
    _ words: @autoclosure @escaping @Sendable () -> String, on console: RunConsole, seconds: AsyncStream<Int>? = nil,
    _ work: () async throws -> Value
  ) async throws -> Value {
    guard console.notesToTerminal else { return try await work() }
    let seconds = seconds ?? passing()
    let following = Task {
      for await second in seconds { console.showBusy("… \(words())\(second > 0 ? ", \(second) s" : "")") }
    }
    let result: Result<Value, any Error>
    do { result = .success(try await work()) } catch { result = .failure(error) }
    following.cancel()
    await following.value
    console.showProgress(nil)
    return try result.get()
  }

  private static func passing() -> AsyncStream<Int> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let clock = Task {
        let start = ContinuousClock.now
        for second in 0... {
          let time = second == 0 ? Duration.milliseconds(500) : .seconds(second)
          guard (try? await Task.sleep(until: start + time)) != nil else { break }
          continuation.yield(second)
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in clock.cancel() }
    }
  }
}
