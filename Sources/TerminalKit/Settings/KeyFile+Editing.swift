extension KeyFile {
  /// The text of such a file, so that it gives a command these keys. What else stands in it stays, comments and blanks too.
  /// - Throws: when the text is no such file, or cannot say it.
  package static func text(
    _ text: String, giving keys: [KeySequence], to command: CommandID
  ) throws(SettingsError) -> String {
    let number = try SettingsLines(text).lines.first { $0.name == command.name }?.number
    let value = keys.map(\.name).joined(separator: ", ")
    let changed = number.map { changing(line: $0, of: text, to: value) } ?? adding("\(command) = \(value)", to: text)
    var wanted = try KeyFile(text).keys
    wanted[command] = keys.map(\.name)
    guard try KeyFile(changed).keys.mapValues(Self.named) == wanted.mapValues(Self.named) else {
      throw SettingsError("“\(value)” cannot be written to the keys file.", advice: "Choose another key.")
    }
    return changed
  }

  /// However they are spelled.
  private static func named(_ keys: [String]) -> [String] {
    keys.map { (try? KeySequence($0))?.name ?? $0 }
  }

  private static func changing(line number: Int, of text: String, to value: String) -> String {
    var starts = [text.startIndex]
    for place in text.indices where text[place].isNewline { starts.append(text.index(after: place)) }
    let start = starts[number - 1]
    let line = text[start...].prefix { !$0.isNewline }
    guard let mark = line.firstIndex(of: "=") else { return text }
    let rest = line[line.index(after: mark)...]
    let blanks = rest.prefix { $0 == " " || $0 == "\t" }
    let comment = rest.firstRange(of: " # ").map { rest[$0.lowerBound...] } ?? ""
    return "\(text[...mark])\(blanks.isEmpty ? " " : blanks)\(value)\(comment)\(text[line.endIndex...])"
  }

  private static func adding(_ line: String, to text: String) -> String {
    text + (text.isEmpty || text.last?.isNewline == true ? "" : "\n") + line + "\n"
  }
}
