import Commands
import Foundation

/// The demo API in a process of its own, which ends when this one does.
final class DemoServer {
  let url: String
  private let process = Process()
  /// The demo ends when this pipe closes, however this process ends.
  private let lifeline = Pipe()

  init(port: Int?) throws {
    let output = Pipe()
    process.executableURL = URL(filePath: try ProgramFolder.ofThisProgram().demoProgram())
    process.arguments = ["--with-parent"] + Self.portArguments(port)
    process.standardInput = lifeline
    process.standardOutput = output
    try process.run()
    url = try Self.readAddress(from: output.fileHandleForReading)
  }

  func end() {
    process.terminate()
    process.waitUntilExit()
  }

  /// For `--serve-only`: this process becomes the demo.
  static func replaceThisProcess(port: Int?) throws {
    let program = try ProgramFolder.ofThisProgram().demoProgram()
    let arguments = ([program] + portArguments(port)).map { strdup($0) } + [nil]
    execv(program, arguments)
    throw UsageError("Cannot start \(program): \(String(cString: strerror(errno))).")
  }

  private static func portArguments(_ port: Int?) -> [String] {
    port.map { ["--port", "\($0)"] } ?? []
  }

  /// The demo prints one line once it listens; it says itself on standard error why it does not.
  private static func readAddress(from output: FileHandle) throws -> String {
    var line: [UInt8] = []
    while let byte = try output.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") { line.append(byte) }
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard let url = words.last, url.hasPrefix("http") else { throw UsageError("The demo API did not start.") }
    return String(url)
  }
}
