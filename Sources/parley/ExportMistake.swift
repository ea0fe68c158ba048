import ParleyEngine
import ParleyModel
import ParleyText

/// A format of `parley export` that does not come first, but behind the names, behind an option as with other programs, or not at all.
enum ExportMistake {
  static let command = "export"
  private static let options = ["--as", "--format", "--to", "--type", "-f", "-t"]

  static func isFormat(option: String) -> Bool { options.contains(option) }
  static func isFormat(refusedBy message: String) -> Bool { message.contains("<format>") }

  /// - Parameter arguments: from the name of the command on.
  /// - Returns: nil where the format comes first, as it should.
  static func advice(_ arguments: [String]) -> String? {
    let given = arguments.dropFirst()
    guard let first = given.first, ExportFormat(rawValue: first) == nil else { return nil }
    var words = given.flatMap(parts).filter { !options.contains($0) }
    guard let place = words.firstIndex(where: { ExportFormat(rawValue: $0) != nil }) else {
      let meant = format(behindOptionIn: given.flatMap(parts)) ?? first
      let nearest = NearestName.of(meant, among: ExportFormat.allCases.map(\.rawValue))
      guard let format = nearest.flatMap(ExportFormat.init(rawValue:)) else {
        return "The format comes first, as in `\(call(.markdown, words))`."
      }
      return "Did you mean `\(meant == first ? format.rawValue : call(format, words.filter { $0 != meant }))`?"
    }
    let format = ExportFormat(rawValue: words.remove(at: place)) ?? .markdown
    return "The format comes first: `\(call(format, words))`."
  }

  /// The word that other programs take for the format: `--format crul`.
  private static func format(behindOptionIn words: [String]) -> String? {
    words.firstIndex(where: options.contains).flatMap { words.dropFirst($0 + 1).first }
  }

  /// `--as=python` is two words.
  private static func parts(_ word: String) -> [String] {
    let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
    return parts.first.map(options.contains) == true ? parts : [word]
  }

  private static func call(_ format: ExportFormat, _ words: [String]) -> String {
    let names = words.prefix { !$0.hasPrefix("-") }.map { word in
      let shown = ShellWords.quoted(unlessPlain: word)
      return OpenCommand.isFolder(word) ? "-w \(shown)" : shown
    }
    return (["parley", command, format.rawValue] + names).joined(separator: " ")
  }
}
