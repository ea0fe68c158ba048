package import TerminalKit

// Keys in words, as they are bound now.
extension CommandSet {
  /// The first key of a command, as people read it; empty where it has none.
  package func label(of command: CommandID) -> String {
    table[command].flatMap { Self.labels($0.keys(rebound: rebound)).first } ?? ""
  }

  /// A sentence that names keys such as `F5`, with the ones a person chose in their place.
  package func naming(keysIn sentence: String) -> String {
    guard !renamed.isEmpty else { return sentence }
    let words = sentence.split(separator: " ", omittingEmptySubsequences: false).map { word in
      guard let end = word.lastIndex(where: { !".,:;?".contains($0) }) else { return String(word) }
      if let name = renamed[String(word)] { return name }
      return renamed[String(word[...end])].map { $0 + word[word.index(after: end)...] } ?? String(word)
    }
    return words.joined(separator: " ")
  }

  /// Keys of no command any more, and the key that does now what each did. A letter could be a word.
  static func renamed(_ commands: [Command<State>], _ rebound: [CommandID: [String]]) -> [String: String] {
    guard !rebound.isEmpty else { return [:] }
    var names: [String: Set<String>] = [:]
    for command in commands {
      let now = labels(command.keys(rebound: rebound))
      for key in labels(command.keys) where key.count > 1 {
        names[key, default: []].insert(now.contains(key) ? key : now.first ?? key)
      }
    }
    return names.compactMapValues { $0.count == 1 ? $0.first : nil }.filter { $0.key != $0.value }
  }

  private static func labels(_ keys: [String]) -> [String] {
    keys.compactMap { try? KeySequence($0) }.map(\.label)
  }
}
