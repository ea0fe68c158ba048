extension EditorCore {
  /// The keys that both editors understand, as shells and editors have them.
  mutating func handle(_ key: Key) -> Outcome {
    if let character = key.typed {
      type(character)
      return .changed
    }
    if let place = destination(of: key) {
      move(to: place, isSelecting: key.modifiers.contains(.shift))
      return .handled
    }
    if let (place, kind) = deletion(of: key) {
      if selection == nil, place == cursor { return .handled }
      delete(to: place, kind: kind)
      return .changed
    }
    switch key {
    case .control("_"), .control("z"): return undo() ? .changed : .handled
    case .control("r"), .control("y"): return redo() ? .changed : .handled
    default: return .ignored
    }
  }

  private func destination(of key: Key) -> TextPosition? {
    switch Key(key.code, key.modifiers.subtracting(.shift)) {
    case .left: selection.flatMap { key.modifiers.isEmpty ? $0.lowerBound : nil } ?? before
    case .right: selection.flatMap { key.modifiers.isEmpty ? $0.upperBound : nil } ?? after
    case Key(.left, .control), Key(.left, .alt), .alt("b"): wordBefore
    case Key(.right, .control), Key(.right, .alt), .alt("f"): wordAfter
    case .home, .control("a"): lineStart
    case .end, .control("e"): lineEnd
    case Key(.home, .control): .start
    case Key(.end, .control): storage.end
    default: nil
    }
  }

  private func deletion(of key: Key) -> (TextPosition, EditHistory.Kind)? {
    switch key {
    case .backspace: (before, .deleting)
    case .delete, .control("d"): (after, .deleting)
    case .control("w"), Key(.backspace, .alt): (wordBefore, .other)
    case .alt("d"), Key(.delete, .control): (wordAfter, .other)
    case .control("u"): (lineStart, .other)
    case .control("k"): (lineEnd == cursor ? after : lineEnd, .other)
    default: nil
    }
  }
}
