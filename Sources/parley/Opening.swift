import WorkbenchLive

/// Services that are opened on other threads while this one does something else.
struct Opening {
  private let task: Task<Result<LiveServices, any Error>, Never>

  init(_ open: @escaping @Sendable () async throws -> LiveServices) {
    task = Task {
      do { return .success(try await open()) } catch { return .failure(error) }
    }
  }

  /// Runs work while the services open. If it throws, they are closed.
  func meanwhile<Value>(_ work: () throws -> Value) throws -> Value {
    do { return try work() } catch {
      waiting { [task] in await (try? task.value.get())?.close() }
      throw error
    }
  }

  /// Waits for them.
  func services() throws -> LiveServices {
    try waiting { [task] in await task.value }.get()
  }
}
