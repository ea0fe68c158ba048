import Dispatch

/// Does what must be done before the program ends, as the keeping of a draft, on a thread of its own: it waits for none of the work
/// that keeps the others busy.
final class WritingExecutor: TaskExecutor {
  static let shared = WritingExecutor()

  private let queue = DispatchQueue(label: "writing", qos: .userInitiated)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
