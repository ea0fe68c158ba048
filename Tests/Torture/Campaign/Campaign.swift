import Glibc
import ParleyEngine

/// Runs parts, and tells what came of them.
struct Campaign: Sendable {
  let seed: UInt64
  /// How long, for one of so many parts that share the time.
  let budget: @Sendable (any TorturePart.Type) -> Budget

  /// - Parameter lanes: run at the same time, each one part after the other.
  func run(_ lanes: [[any TorturePart.Type]]) async -> [PartResult] {
    await withTaskGroup(of: (Int, [PartResult]).self) { group in
      for (index, lane) in lanes.enumerated() {
        group.addTask { (index, await run(lane)) }
      }
      var results: [Int: [PartResult]] = [:]
      for await (index, lane) in group { results[index] = lane }
      return lanes.indices.flatMap { results[$0] ?? [] }
    }
  }

  private func run(_ lane: [any TorturePart.Type]) async -> [PartResult] {
    var results: [PartResult] = []
    for part in lane { results.append(await run(part)) }
    return results
  }

  private func run(_ type: any TorturePart.Type) async -> PartResult {
    var result = PartResult(part: type)
    do {
      let part = try await type.init()
      for number in budget(type).numbers() {
        note(await attempt(part, number), of: number, in: &result)
        result.trials += 1
      }
    } catch {
      note(["The part did not begin: \(error)"], of: 0, in: &result)
    }
    say("\(type.name): \(result.trials) trials, \(result.losses.count) losses")
    return result
  }

  /// A trial that could not be made shows nothing, so it counts as a loss.
  private func attempt(_ part: some TorturePart, _ number: Int) async -> [String] {
    let trial = Trial(part: type(of: part).name, seed: seed, number: number)
    do { try await part.attempt(trial) } catch { trial.lose("It could not be tried: \(error)") }
    return trial.losses
  }

  private func note(_ losses: [String], of number: Int, in result: inout PartResult) {
    for text in losses {
      result.losses.append(.init(trial: number, text: text))
      say("LOST in \(result.part.name), --seed \(seed) --trial \(number): \(text)")
    }
  }
}

/// Whole lines only, at once: parts run at the same time.
func say(_ line: String) {
  let bytes = Array("\(Printed.safe(line))\n".utf8)
  _ = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}
