import ArgumentParser
import Glibc

/// Tries inputs one after the other, and writes down which it is at, so that whoever started it knows when it is gone.
struct FuzzWorker: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "fuzz-worker", shouldDisplay: false)

  @Argument var name: String
  @Argument var seed: UInt64
  @Argument var first: Int
  @Argument var count: Int
  @Argument var progress: String

  func run() async throws {
    guard let kind = Fuzzes.named(name) else { throw ValidationError("There is no fuzzer '\(name)'.") }
    let file = open(progress, O_WRONLY | O_CREAT, 0o600)
    for number in first..<first + count {
      note(number, in: file)
      let trial = Trial(part: kind.name, seed: seed, number: number)
      let input = kind.input(trial)
      guard let mistake = try await kind.mistake(with: input, trial) else { continue }
      say(
        Self.line(
          "Input \(number): \(mistake.prefix(2000)) The input: \(String(decoding: input.prefix(2000), as: UTF8.self))"))
    }
  }

  private static func line(_ text: String) -> String { text.split(whereSeparator: \.isNewline).joined(separator: "⏎") }

  /// Of the same length as any before, or longer.
  private func note(_ number: Int, in file: Int32) {
    let text = Array("\(number)".utf8)
    _ = text.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
  }
}
