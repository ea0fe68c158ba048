import ParleyEngine
import ParleyText
import TerminalKit

/// What the screen of the cache shows or asks over everything else.
enum CacheSheet: Sendable {
  /// An entry, and why it would or would not be used.
  case entry(String, SendingExplained)
  case clear(words: String, count: Int, size: Int)
  /// An entry beside what its server says now.
  case difference(String, ResponseDifference)
  /// What was typed is not valid JSON, for this reason.
  case mistake(CacheEdit, String)
}

extension State {
  mutating func show(_ sheet: CacheSheet) -> [Effect] {
    switch sheet {
    case .entry(let title, let explained): popups.push(Popup(ExplanationSheet(title: title, explained)))
    case .difference(let title, let difference): popups.push(Popup(DifferenceSheet(title, difference)))
    case .mistake(let edit, let sentence): popups.push(Popup(Confirm(mistake: sentence, in: edit)))
    case .clear(let words, let count, let size): popups.push(Popup(Confirm(clearing: words, count: count, size: size)))
    }
    return []
  }
}

extension Confirm {
  /// What was typed is kept until the person says what becomes of it.
  fileprivate init(mistake sentence: String, in edit: CacheEdit) {
    self.init(
      "That is not valid JSON", [StyledText(sentence, Style(.failure)), ""],
      choices: [
        .init("e", "edit again", .cache(.editAgain(edit))), .init("s", "save anyway", .cache(.replace(edit))),
        .init("d", "discard it"),
      ])
  }

  fileprivate init(clearing words: String, count: Int, size: Int) {
    let entries = count.counted("entry", "entries")
    let what = words.isEmpty ? "All of this environment: \(entries)" : "\(entries) with “\(words)”"
    self.init(
      "Clear the cache?", [StyledText("\(what), \(ByteCount.text(size))."), ""],
      choices: [.init("n", "keep"), .init("c", "clear", .cache(.clear), isDangerous: true)])
  }
}
