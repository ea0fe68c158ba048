extension NodeSource {
  private static let outputName = "output"

  /// The place of a part of what a job gave: `output.id`, `output[0]`.
  package static func output(_ path: ValuePath) -> String { output("\(path)") }

  /// The same of a path in which `[*]` stands for any element.
  package static func output(_ path: String) -> String {
    outputName + (path == "." ? "" : path.hasPrefix(".[") ? String(path.dropFirst()) : path)
  }

  /// Where in what the job gave the value stands; nil for a part of a request, and for many places at once.
  package var outputPath: ValuePath? {
    guard place.hasPrefix(Self.outputName) else { return nil }
    let rest = place.dropFirst(Self.outputName.count)
    return try? ValuePath(parsing: rest.hasPrefix(".") ? String(rest) : "." + rest)
  }
}
