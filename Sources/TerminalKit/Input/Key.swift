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
