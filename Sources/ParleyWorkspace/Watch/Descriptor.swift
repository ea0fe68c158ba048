internal import Glibc

/// A file descriptor that closes itself with the last reference to it.
final class Descriptor: Sendable {
  let number: Int32

  init(_ number: Int32) {
    self.number = number
  }

  deinit {
    close(number)
  }
}
