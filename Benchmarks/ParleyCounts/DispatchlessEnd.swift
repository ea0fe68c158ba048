import Glibc

/// The end of the work, for which the main thread waits.
///
/// `status` is written before the semaphore is posted, and read after it.
final class DispatchlessEnd: @unchecked Sendable {
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
  private var status: Int32 = 0

  init() { sem_init(semaphore, 0, 0) }

  func come(status: Int32) {
    self.status = status
    sem_post(semaphore)
  }

  func wait() -> Int32 {
    while sem_wait(semaphore) != 0 {}
    return status
  }
}
