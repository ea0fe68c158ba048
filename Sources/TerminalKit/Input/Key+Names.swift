extension Key {
  /// Reads a key's name as it stands in a keymap: `g`, `G`, `Enter`, `F5`, `Ctrl-S`, `C-s`, `Alt-Enter`, `M-x`, `Shift-Tab`,
  /// `Space`. Case matters in single letters only.
  package init(name: String) throws(KeyNameError) {
    var rest = name[...]
    var modifiers: Modifiers = []
    while let modifier = Self.takeModifier(from: &rest) { modifiers.insert(modifier) }
    guard let code = Self.code(named: rest) else { throw KeyNameError(name: name) }
    self.init(code, modifiers)
  }

  /// The name that ``init(name:)`` reads back.
  package var name: String { prefix + baseName }

  /// The name for the screen: as ``name``, but arrows are arrows.
  package var label: String { prefix + (Self.arrows[code] ?? baseName) }

  private var prefix: String {
    (modifiers.contains(.control) ? "Ctrl-" : "") + (modifiers.contains(.alt) ? "Alt-" : "")
      + (modifiers.contains(.shift) ? "Shift-" : "")
  }

  private var baseName: String {
    switch code {
    case .character(" "): "Space"
    case .character(let character):
      modifiers.contains(.control) ? character.uppercased() : String(character)
    case .function(let number): "F\(number)"
    default: Self.names.first { $0.code == code }?.name ?? ""
    }
  }

  private static func takeModifier(from name: inout Substring) -> Modifiers? {
    for (prefix, modifier) in modifierNames where name.count > prefix.count {
      guard name.lowercased().hasPrefix(prefix) else { continue }
      name = name.dropFirst(prefix.count)
      return modifier
    }
    return nil
  }

  private static func code(named name: Substring) -> Code? {
    if name.count == 1, let character = name.first {
      return arrows.first { $0.value == name }?.key ?? (character.isWhitespace ? nil : .character(character))
    }
    let small = name.lowercased()
    if small.hasPrefix("f"), let number = Int(small.dropFirst()), (1...24).contains(number) { return .function(number) }
    return names.first { $0.name.lowercased() == small }?.code ?? aliases[small]
  }

  private static let modifierNames: [(String, Modifiers)] = [
    ("ctrl-", .control), ("c-", .control), ("alt-", .alt), ("m-", .alt), ("a-", .alt), ("shift-", .shift),
    ("s-", .shift),
  ]

  private static let arrows: [Code: String] = [.up: "↑", .down: "↓", .left: "←", .right: "→"]

  private static let names: [(name: String, code: Code)] = [
    ("Enter", .enter), ("Esc", .escape), ("Tab", .tab), ("Shift-Tab", .backtab), ("Backspace", .backspace),
    ("Delete", .delete), ("Insert", .insert), ("Up", .up), ("Down", .down), ("Left", .left), ("Right", .right),
    ("Home", .home), ("End", .end), ("PageUp", .pageUp), ("PageDown", .pageDown), ("Space", .character(" ")),
  ]

  private static let aliases: [String: Code] = [
    "return": .enter, "escape": .escape, "del": .delete, "ins": .insert, "pgup": .pageUp, "pgdn": .pageDown,
    "bs": .backspace, "backtab": .backtab,
  ]
}

extension Key: CustomStringConvertible {
  package var description: String { name }
}

/// A key's name that no key has.
package struct KeyNameError: Error, Hashable, Sendable, CustomStringConvertible {
  package let name: String

  package var description: String {
    "No key is called “\(name)”. Examples of names: g, Enter, Space, F5, Ctrl-S, Alt-Enter, Shift-Tab."
  }
}
