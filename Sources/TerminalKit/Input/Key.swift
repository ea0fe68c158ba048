/// One press: a key and the modifiers held with it.
///
/// A letter holds its own shift: `G` is the character `G`. With Ctrl a letter's case is unknown to terminals, so it is
/// always small: `Ctrl-S` is the character `s` with ``Modifiers/control``.
package struct Key: Hashable, Sendable {
  package enum Code: Hashable, Sendable {
    case character(Character)
    case enter, escape, tab, backtab, backspace, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
    case function(Int)
  }

  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    package static let shift = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let control = Modifiers(rawValue: 4)
  }

  package let code: Code
  package let modifiers: Modifiers

  package init(_ code: Code, _ modifiers: Modifiers = []) {
    (self.code, self.modifiers) = Self.canonical(code, modifiers)
  }

  /// The text this key types, when it types any.
  package var typed: Character? {
    if case .character(let character) = code, modifiers.isEmpty { return character }
    return nil
  }

  private static func canonical(_ code: Code, _ modifiers: Modifiers) -> (Code, Modifiers) {
    switch code {
    case .tab where modifiers.contains(.shift):
      return (.backtab, modifiers.subtracting(.shift))
    case .character(let character) where modifiers.contains(.control):
      let small = character.lowercased()
      return (.character(small.count == 1 ? Character(small) : character), modifiers)
    case .character(let character) where modifiers.contains(.shift):
      let large = character.uppercased()
      let typed = large.count == 1 ? Character(large) : character
      return (.character(typed), typed == " " ? modifiers : modifiers.subtracting(.shift))
    default:
      return (code, modifiers)
    }
  }
}

extension Key {
  package static let enter = Key(.enter)
  package static let escape = Key(.escape)
  package static let tab = Key(.tab)
  package static let backtab = Key(.backtab)
  package static let backspace = Key(.backspace)
  package static let delete = Key(.delete)
  package static let up = Key(.up)
  package static let down = Key(.down)
  package static let left = Key(.left)
  package static let right = Key(.right)
  package static let home = Key(.home)
  package static let end = Key(.end)
  package static let pageUp = Key(.pageUp)
  package static let pageDown = Key(.pageDown)
  package static let space = Key(.character(" "))

  package static func character(_ character: Character) -> Key { Key(.character(character)) }
  package static func control(_ character: Character) -> Key { Key(.character(character), .control) }
  package static func alt(_ character: Character) -> Key { Key(.character(character), .alt) }
  package static func function(_ number: Int) -> Key { Key(.function(number)) }
}

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
    guard name.utf8.dropFirst().contains(UInt8(ascii: "-")) else { return nil }
    for (prefix, modifier) in modifierNames where name.count > prefix.count {
      guard name.lowercased().hasPrefix(prefix) else { continue }
      name = name.dropFirst(prefix.count)
      return modifier
    }
    return nil
  }

  private static func code(named name: Substring) -> Code? {
    if name.count == 1, let character = name.first {
      if character.isASCII { return character.isWhitespace ? nil : .character(character) }
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
