/// Something that reads input from outside, and what must hold of it for any input.
///
/// It is tried in a process of its own, because a trap must not end the campaign.
protocol Fuzz: Sendable {
  static var name: String { get }
  static var summary: String { get }
  /// Inputs that make sense, from which others are made.
  static var seeds: [[UInt8]] { get }

  /// - Returns: what was wrong; nil where all is well.
  static func mistake(with input: [UInt8], _ trial: Trial) async throws -> String?
}

extension Fuzz {
  static func input(_ trial: Trial) -> [UInt8] { Mutation.of(trial.pick(seeds), trial) }
}

/// All of them, by name.
enum Fuzzes {
  static let all: [any Fuzz.Type] = [
    JSONFuzz.self, YAMLFuzz.self, TemplateFuzz.self, CurlFuzz.self, HeadFuzz.self, CookieFuzz.self, JQFuzz.self,
    ImportFuzz.self, ReaderFuzz.self,
  ]

  static func named(_ name: String) -> (any Fuzz.Type)? { all.first { $0.name == name } }
}
