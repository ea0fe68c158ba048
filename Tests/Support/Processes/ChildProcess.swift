public import Glibc

/// A program that runs beside the test, in a process group of its own.
///
/// Its standard input is a pipe whose other end only this process holds: however the test ends, the pipe ends with it.
/// A program that does not look at its input runs under ``Guardian``, which does.
public final class ChildProcess: Sendable {
  public let pid: pid_t
  /// What it writes to standard error goes to this file.
  let errorFile: String
  private let input: Int32
  private let output: Int32
  private let state = Monitor(State())

  private struct State: Sendable {
    var exitStatus: Int32?
    var isInputOpen = true
  }

  init(pid: pid_t, input: Int32, output: Int32, errorFile: String) {
    self.pid = pid
    self.input = input
    self.output = output
    self.errorFile = errorFile
  }

  deinit {
    stop()
    close(output)
  }

  /// The first line of its standard output, without the line break.
  ///
  /// - Throws: ``SupportError`` with the tail of its standard error, when it ends or takes too long.
  public func readLine() throws -> String {
    let deadline = ContinuousClock.now + .seconds(patience)
    var line: [UInt8] = []
    while line.last != UInt8(ascii: "\n") {
      guard waitForOutput(until: deadline) else { throw failure("says nothing") }
      var byte: UInt8 = 0
      guard read(output, &byte, 1) == 1 else { throw failure("has ended") }
      line.append(byte)
    }
    return String(decoding: line.dropLast(), as: UTF8.self)
  }

  /// Everything it writes to standard output until it ends.
  func readToEnd() -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(output, &piece, piece.count), count > 0 { bytes += piece[..<count] }
    return bytes
  }

  /// Gives it this on standard input; what a program that has ended does not take is lost.
  func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(input, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Closes its standard input.
  public func endInput() {
    state.withLock { state in
      if state.isInputOpen { close(input) }
      state.isInputOpen = false
    }
  }

  public func send(signal: Int32) {
    state.withLock { state in
      if state.exitStatus == nil { _ = kill(pid, signal) }
    }
  }

  /// Waits for its end: the exit status, or 128 and the signal that ended it, as a shell says it.
  @discardableResult
  public func waitForExit() -> Int32 {
    state.withLock { state in
      if let status = state.exitStatus { return status }
      let status = reap()
      state.exitStatus = status
      return status
    }
  }

  /// Ends it by closing its input, and kills its whole group if that is not enough.
  public func stop() {
    endInput()
    let isStubborn = state.withLock { $0.exitStatus == nil } && !endsByItself()
    if isStubborn { kill(-pid, SIGKILL) }
    waitForExit()
  }

  /// An error about it, with the tail of what it wrote to standard error.
  func failure(_ trouble: String) -> SupportError {
    let said = (try? readFile(errorFile)).map { String(decoding: $0.suffix(2000), as: UTF8.self) } ?? ""
    return SupportError("The process \(pid) \(trouble). \(said)")
  }

  private func reap() -> Int32 {
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }

  private func waitForOutput(until deadline: ContinuousClock.Instant) -> Bool {
    isReadable(output, milliseconds: milliseconds(until: deadline))
  }

  /// Its end makes its descriptor readable (pidfd_open(2) is not at hand in Swift, its standard output is).
  private func endsByItself() -> Bool {
    let deadline = ContinuousClock.now + .seconds(5)
    var rest = [UInt8](repeating: 0, count: 4096)
    while isReadable(output, milliseconds: milliseconds(until: deadline)) {
      if read(output, &rest, rest.count) <= 0 { return true }
    }
    return false
  }
}

private func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
  let left = ContinuousClock.now.duration(to: deadline)
  return Int32(max(0, left / .milliseconds(1)))
}

private func isReadable(_ descriptor: Int32, milliseconds: Int32) -> Bool {
  var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&wanted, 1, milliseconds) > 0
}
