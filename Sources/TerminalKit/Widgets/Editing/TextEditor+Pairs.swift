// Code: brackets and quotes come in pairs, and lines are indented by them.
extension TextEditor {
  private static let closing: [Character: Character] = ["{": "}", "[": "]", "(": ")", "\"": "\""]
  private static let closers: Set<Character> = ["}", "]", ")", "\""]

  /// Types a character that begins or ends a pair.
  /// - Returns: false where it is a character like any other.
  mutating func typePaired(_ character: Character) -> Bool {
    if Self.closers.contains(character), stepsOver(character) { return true }
    if character == "}" || character == "]", closesBlock(character) { return true }
    guard let closing = Self.closing[character] else { return false }
    if let selection {
      let text = core.storage.text(in: selection)
      core.insert("\(character)\(text)\(closing)")
      return true
    }
    guard opensPair(character) else { return false }
    core.insertPair(character, closing)
    return true
  }

  /// Backspace between the two of a pair deletes both.
  mutating func deletePair() -> Bool {
    guard core.selection == nil, let before = characterBefore, let after = characterAfter,
      Self.closing[before] == after, before != "\"" || isBeforeClosingQuote
    else { return false }
    let line = cursor.line
    let range =
      TextPosition(
        line: line, character: cursor.character - 1)..<TextPosition(
        line: line, character: cursor.character + 1)
    core.replace(range, with: "", kind: .other)
    return true
  }

  /// The new line begins where the old one did, one step further behind an opening bracket. What that closes goes to a line of its own.
  mutating func breakBlock() {
    let indent = core.line.characters[..<cursor.character].prefix { $0 == " " || $0 == "\t" }
    let opening = core.line.characters[..<cursor.character].last { $0 != " " }
    guard let opening, opening != "\"", Self.closing[opening] != nil, !isInString else {
      return core.insert("\n" + String(indent))
    }
    let deeper = "\n" + String(indent) + String(repeating: " ", count: tabWidth)
    guard characterAfter == Self.closing[opening] else { return core.insert(deeper) }
    core.insert(deeper + "\n" + String(indent))
    core.move(to: TextPosition(line: cursor.line - 1, character: deeper.count - 1))
  }
}

extension TextEditor {
  private var characterBefore: Character? { cursor.character > 0 ? core.line.characters[cursor.character - 1] : nil }
  private var characterAfter: Character? {
    cursor.character < core.line.count ? core.line.characters[cursor.character] : nil
  }

  /// Whether the cursor stands in a string of its line.
  private var isInString: Bool { Self.endsInString(core.line.characters[..<cursor.character]) }

  /// Whether a quote that follows ends the string the cursor is in. With an odd number on the line it begins the next one.
  private var isBeforeClosingQuote: Bool { isInString && !Self.endsInString(core.line.characters[...]) }

  private static func endsInString(_ characters: ArraySlice<Character>) -> Bool {
    var (isInside, isEscaped) = (false, false)
    for character in characters {
      if character == "\"", !isEscaped { isInside.toggle() }
      isEscaped = isInside && character == "\\" && !isEscaped
    }
    return isInside
  }

  private func opensPair(_ character: Character) -> Bool {
    let isFree = characterAfter.map { $0.isWhitespace || "}]),:;".contains($0) } ?? true
    if character == "\"" {
      let isOfWord = characterBefore.map { $0.isLetter || $0.isNumber || "\"\\".contains($0) } ?? false
      return isFree && !isOfWord && !isInString
    }
    // In a string only a template has braces in pairs.
    // One that closes and has none that opens waits for this one.
    guard isInString else { return isFree && Self.closing[character].map(isBalanced) == true }
    return character == "{" && characterBefore == "{" && (isFree || characterAfter == "\"")
  }

  /// Moves over a closing character that is there already, in place of a second one.
  private mutating func stepsOver(_ character: Character) -> Bool {
    guard core.selection == nil, characterAfter == character else { return false }
    guard character == "\"" ? isBeforeClosingQuote && characterBefore != "\\" : isInString || isBalanced(character)
    else { return false }
    if isInString, character != "\"", character != "}" { return false }
    core.move(to: TextPosition(line: cursor.line, character: cursor.character + 1))
    return true
  }

  /// On a line that is blank so far a closing bracket goes back to the indent of what it closes, or to where that is closed already.
  private mutating func closesBlock(_ character: Character) -> Bool {
    let before = core.line.characters[..<cursor.character]
    guard core.selection == nil, before.allSatisfy({ $0 == " " }), cursor.character == core.line.count else {
      return false
    }
    let next = cursor.line + 1
    if next < lineCount, let place = core.storage.lines[next].characters.firstIndex(where: { $0 != " " }),
      core.storage.lines[next].characters[place] == character, isBalanced(character)
    {
      core.replace(core.lineStart..<TextPosition(line: next, character: 0), with: "", kind: .other)
      core.move(to: TextPosition(line: cursor.line, character: place + 1))
      return true
    }
    let kept = max(0, before.count - tabWidth)
    core.replace(
      core.lineStart..<cursor, with: String(repeating: " ", count: kept) + String(character), kind: .other)
    return true
  }

  /// Whether the text has as many brackets that open as brackets that close, strings left out.
  private func isBalanced(_ closing: Character) -> Bool {
    guard let opening = Self.closing.first(where: { $0.value == closing })?.key else { return false }
    var depth = 0
    for line in core.storage.lines {
      var (isInside, isEscaped) = (false, false)
      for character in line.characters {
        if character == "\"", !isEscaped { isInside.toggle() }
        isEscaped = isInside && character == "\\" && !isEscaped
        if !isInside { depth += character == opening ? 1 : character == closing ? -1 : 0 }
      }
    }
    return depth == 0
  }
}
