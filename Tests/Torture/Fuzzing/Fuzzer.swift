import ParleyEngine
import TestSupport

/// A part of the campaign whose trials are many inputs in one process.
struct Fuzzer<Kind: Fuzz>: TorturePart {
  static var name: String { Kind.name }
  static var summary: String { Kind.summary }
  static var promise: String { "no trap, no endless loop; what is read survives writing and reading again" }
  static var shortCount: Int { 1 }

  /// Inputs of one process.
  static var batch: Int { 200 }

  func attempt(_ trial: Trial) async throws {
    let folder = try TemporaryDirectory()
    let progress = folder.path("progress")
    let words = ["fuzz-worker", Kind.name, "\(trial.seed)", "\(trial.number * Self.batch)", "\(Self.batch)", progress]
    let worked = try await FinishedProcess.run(
      Executables.built("parley-torture"), words, limit: .seconds(120))
    for line in worked.outputText.split(separator: "\n") { trial.lose(String(line)) }
    guard worked.status != 0 else { return }
    let number = Int(String(decoding: try folder.read("progress"), as: UTF8.self)) ?? 0
    let input = Kind.input(Trial(part: Kind.name, seed: trial.seed, number: number))
    let end = worked.isKilled ? "did not end" : "ended with \(worked.status)"
    trial.lose(
      "Input \(number) \(end): \(worked.errorText.prefix(600)) \(String(decoding: input.prefix(2000), as: UTF8.self))")
  }
}
