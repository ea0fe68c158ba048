internal import CTerminal
import Glibc

extension NcursesTerminal {
  package func suspend() {
    guard isStarted else { return }
    leave()
    ct_stop_group()
    enter()
  }

  package func handOver(to command: [String], without variables: Set<String>) throws(TerminalError) -> Int32 {
    guard isStarted else { throw .notATerminal }
    leave()
    defer { enter() }
    let status = Self.run(command, without: variables, input: configuration.input, output: configuration.output)
    guard status >= 0 else { throw .commandNotStarted(command.first ?? "", -status) }
    return status
  }

  /// Someone stopped the program without warning and let it go on: its screen may hold anything.
  func comeBack() {
    leave()
    enter()
  }

  private func leave() {
    ct_leave()
    errors?.pause()
  }

  private func enter() {
    errors?.resume()
    ct_enter()
    ct_enable_reports(configuration.usesMouse)
    ct_discard_input(configuration.input)
    parser.reset()
    if adoptSize() { queue.append(.resize(size)) }
    queue.append(.resumed)
  }

  private static func run(
    _ command: [String], without variables: Set<String>, input: Int32, output: Int32
  ) -> Int32 {
    guard !command.isEmpty else { return -ENOENT }
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    var names: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
    defer { for text in arguments + names { free(text) } }
    return ct_run(&arguments, &names, input, output)
  }
}

extension TerminalError {
  static func commandNotStarted(_ name: String, _ error: Int32) -> TerminalError {
    TerminalError(
      code: .commandNotStarted,
      summary: "“\(Sanitizer.visible(name))” could not be started: \(String(cString: strerror(error))).",
      advice: "Check that it is installed and in PATH. VISUAL or EDITOR names the editor.")
  }
}
