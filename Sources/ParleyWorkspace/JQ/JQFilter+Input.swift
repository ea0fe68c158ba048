extension JQFilter {
  /// Whether it is made from its input: false for one that speaks of variables alone, as `$steps.cart.total > 0` does. In doubt
  /// it is.
  var readsInput: Bool {
    if let path { return path.variable == nil }
    guard variables.isEmpty == false, let tokens = try? JQToken.tokens(of: text) else { return true }
    return tokens.readInput
  }
}

extension [JQToken] {
  /// Behind the first `|` all work on what stands before it, but for those behind `as`, which is a name that reads the input.
  fileprivate var readInput: Bool {
    if contains(where: { $0.text == "as" }) { return true }
    let head = firstPipe.map { Array(self[..<$0]) } ?? self
    return head.indices.contains { head.readsInput(at: $0) }
  }

  private var firstPipe: Int? {
    var depth = 0
    for index in indices where self[index].kind == .sign {
      if "([{".contains(self[index].text) { depth += 1 }
      if ")]}".contains(self[index].text) { depth -= 1 }
      if depth == 0, self[index].text == "|" { return index }
    }
    return nil
  }

  private func readsInput(at index: Int) -> Bool {
    let token = self[index]
    switch token.kind {
    case .name:
      return !has("$", at: index - 1) && !has(":", at: index + 1) && !Self.wordsWithoutInput.contains(token.text)
    case .field: return !isAttached(index)
    case .string: return token.interpolated.contains(where: \.readInput)
    case .number: return false
    case .sign where token.text.hasPrefix("@"): return index + 1 >= count || self[index + 1].kind != .string
    case .sign: return [".", ".."].contains(token.text) && !isAttached(index)
    }
  }

  /// Whether it goes on from what stands before it, as `.total` in `$steps.cart.total`.
  private func isAttached(_ index: Int) -> Bool {
    guard index > 0 else { return false }
    let before = self[index - 1]
    switch before.kind {
    case .field, .string: return true
    case .name: return has("$", at: index - 2)
    case .number: return false
    case .sign: return [")", "]", "}", "?"].contains(before.text)
    }
  }

  private static var wordsWithoutInput: Set<String> {
    ["and", "or", "true", "false", "null", "if", "then", "elif", "else", "end"]
  }
}
