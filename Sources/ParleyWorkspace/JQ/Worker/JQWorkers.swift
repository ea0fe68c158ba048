internal import ParleyEngine

/// The workers of a program: started when they are needed, used again, a few at a time.
actor JQWorkers {
  private let program: JQProgram
  private let limits: JQLimits
  private var idle: [JQWorker] = []
  private var busy = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// More would only take turns on the processor.
  private static let most = 4

  init(_ program: JQProgram, limits: JQLimits) {
    self.program = program
    self.limits = limits
  }

  /// - Throws: `JQError`. A worker that failed, or whose answer is not wanted any more, is ended.
  func answer(to question: JQQuestion) async throws(JQError) -> JQReply {
    while busy >= Self.most { await withCheckedContinuation { waiting.append($0) } }
    busy += 1
    defer { release() }
    let worker = if let known = idle.popLast() { known } else { try JQWorker(program) }
    let answer = try await ask(worker, question)
    idle.append(worker)
    return answer
  }

  func close() { idle.removeAll() }

  private func release() {
    busy -= 1
    if !waiting.isEmpty { waiting.removeFirst().resume() }
  }

  private nonisolated func ask(_ worker: JQWorker, _ question: JQQuestion) async throws(JQError) -> JQReply {
    let result = await withTaskCancellationHandler {
      await Blocking.result(of: { [limits] () throws(JQError) in try worker.answer(to: question, under: limits) })
    } onCancel: {
      worker.kill()
    }
    return try result.get()
  }
}
