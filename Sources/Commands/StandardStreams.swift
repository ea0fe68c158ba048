import Glibc

/// The descriptors 0 to 2 of the process.
package enum StandardStreams {
  /// Call it before anything opens a file.
  ///
  /// A stream that is closed at the start (`parley … >&-`) would leave its number to the next file that is opened, and what
  /// is printed would go into that file. In its place comes `/dev/null`: for standard output one that cannot be written, so
  /// that lost output is told. A reader that goes away does not end the process either.
  package static func secure() {
    for (descriptor, mode) in [(STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY)]
    where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", mode)
    }
    // A handler, because programs that are started from here would inherit that the signal is ignored.
    signal(SIGPIPE) { _ in }
  }
}
