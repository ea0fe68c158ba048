package import TerminalKit

extension LineEditor {
  /// Takes a key or a paste.
  ///
  /// - Returns: whether the text has changed.
  package mutating func take(_ event: InputEvent) -> Bool {
    switch event {
    case .key(let key): return handle(key) == .changed
    case .paste(let text):
      paste(text)
      return !text.isEmpty
    default: return false
    }
  }
}
