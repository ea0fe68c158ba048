import ParleyEngine

/// Tells on standard error what a command is busy with, once that has taken a second, until there is output or it has ended:
///
///     … checking the stored data, 3 s
enum BusyLine {
  /// - Parameter seconds: those that have passed, as they pass.
  static func during<Value: Sendable>(
    _ words: String, on console: RunConsole, seconds: AsyncStream<Int>? = nil,
    _ work: () async throws -> Value
  ) async throws -> Value {
    guard console.notesToTerminal else { return try await work() }
    let seconds = seconds ?? passing()
    let following = Task {
      for await second in seconds { console.showBusy("… \(words), \(second) s") }
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
        for second in 1... {
          guard (try? await Task.sleep(for: .seconds(1))) != nil else { break }
          continuation.yield(second)
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in clock.cancel() }
    }
  }
}
