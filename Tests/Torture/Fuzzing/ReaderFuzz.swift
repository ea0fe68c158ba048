/// The readers of everything else that comes from outside, in turn.
enum ReaderFuzz: Fuzz {
  static let name = "fuzz-readers"
  static var summary: String { FuzzedReader.all.map(\.name).joined(separator: ", ") }

  static var seeds: [[UInt8]] { FuzzedReader.all.flatMap(\.seeds) }

  static func input(_ trial: Trial) -> [UInt8] { Mutation.of(trial.pick(reader(of: trial).seeds), trial) }

  static func mistake(with input: [UInt8], _ trial: Trial) async throws -> String? {
    let reader = reader(of: trial)
    return try await reader.mistake(input, trial).map { "\(reader.name): \($0)" }
  }

  private static func reader(of trial: Trial) -> FuzzedReader {
    FuzzedReader.all[trial.number % FuzzedReader.all.count]
  }
}

/// One of them: a row of the table.
struct FuzzedReader: Sendable {
  let name: String
  let seeds: [[UInt8]]
  /// What was wrong with what it made of an input; nil where all is well.
  let mistake: @Sendable ([UInt8], Trial) async throws -> String?

  init(
    _ name: String, _ seeds: [[UInt8]],
    _ mistake: @escaping @Sendable ([UInt8], Trial) async throws -> String?
  ) {
    (self.name, self.seeds, self.mistake) = (name, seeds, mistake)
  }

  init(
    _ name: String, texts: [String], _ mistake: @escaping @Sendable ([UInt8], Trial) async throws -> String?
  ) {
    self.init(name, texts.map { Array($0.utf8) }, mistake)
  }

  static let all = bodies + wires + files
}
