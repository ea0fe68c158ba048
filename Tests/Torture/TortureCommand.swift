import ArgumentParser
import Glibc

/// What `make torture` runs.
@main
struct TortureCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "parley-torture",
    abstract: "Make trouble of every kind for the built parley, and count what is lost.",
    discussion: "The exit status is 1 when anything was lost. A loss names the seed and the trial that show it again.",
    subcommands: [Campaigning.self, FuzzWorker.self, SaveWorker.self], defaultSubcommand: Campaigning.self)
}

struct Campaigning: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "run", abstract: "Run parts of the campaign.")

  @Argument(help: "The parts to run; all of them without any.")
  var parts: [String] = []

  @Option(help: "Minutes that the troubles share, and at the same time the fuzzers.")
  var minutes: Double = 60

  @Option(help: "Trials of each part, in place of a time.")
  var trials: Int?

  @Flag(help: "The few trials of each part that the tests run.")
  var short = false

  @Option(help: "Where the random numbers begin; otherwise a new one, which is printed.")
  var seed: UInt64 = .random(in: 1...999_999)

  @Option(help: "Only the trial with this number.")
  var trial: Int?

  @Flag(help: "List the parts.")
  var list = false

  func validate() throws {
    let names = AllParts.all.map { $0.name }
    for part in parts where !names.contains(part) {
      throw ValidationError("There is no part '\(part)'. Parts: \(names.joined(separator: ", ")).")
    }
  }

  func run() async throws {
    guard !list else { return AllParts.all.forEach { say("\($0.name): \($0.summary)") } }
    signal(SIGPIPE, SIG_IGN)
    say("seed \(seed)")
    let lanes = [AllParts.troubles, AllParts.fuzzers].map { $0.filter { parts.isEmpty || parts.contains($0.name) } }
    let results = await Campaign(seed: seed) { budget(for: $0, in: lanes) }.run(lanes)
    say("\n\(PartResult.tableHead)")
    for result in results { say(result.row) }
    guard results.allSatisfy({ $0.losses.isEmpty }) else { throw ExitCode(1) }
  }

  private func budget(for part: any TorturePart.Type, in lanes: [[any TorturePart.Type]]) -> Budget {
    if let trial { return .only(trial) }
    if let trials { return .trials(trials) }
    if short { return .trials(part.shortCount) }
    let sharing = lanes.first { $0.contains { $0 == part } }?.count ?? 1
    return .time(.seconds(minutes * 60 / Double(sharing)))
  }
}
