/// One press: a key and the modifiers held with it.
///
/// A letter holds its own shift: `G` is the character `G`. With Ctrl a letter's case is unknown to terminals, so it is
/// always small: `Ctrl-S` is the character `s` with ``Modifiers/control``.
public struct Key: Hashable, Sendable {
  public enum Code: Hashable, Sendable {
    case character(Character)
    case enter, escape, tab, backtab, backspace, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
    case function(Int)
  }

  public struct Modifiers: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    public static let shift = Modifiers(rawValue: 1)
    public static let alt = Modifiers(rawValue: 2)
    public static let control = Modifiers(rawValue: 4)
  }

  public let code: Code
  public let modifiers: Modifiers

  public init(_ code: Code, _ modifiers: Modifiers = []) {
    (self.code, self.modifiers) = Self.canonical(code, modifiers)
  }

  /// The text this key types, when it types any.
  public var typed: Character? {
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
  public static let enter = Key(.enter)
  public static let escape = Key(.escape)
  public static let tab = Key(.tab)
  public static let backtab = Key(.backtab)
  public static let backspace = Key(.backspace)
  public static let delete = Key(.delete)
  public static let up = Key(.up)
  public static let down = Key(.down)
  public static let left = Key(.left)
  public static let right = Key(.right)
  public static let home = Key(.home)
  public static let end = Key(.end)
  public static let pageUp = Key(.pageUp)
  public static let pageDown = Key(.pageDown)
  public static let space = Key(.character(" "))

  public static func character(_ character: Character) -> Key { Key(.character(character)) }
  public static func control(_ character: Character) -> Key { Key(.character(character), .control) }
  public static func alt(_ character: Character) -> Key { Key(.character(character), .alt) }
  public static func function(_ number: Int) -> Key { Key(.function(number)) }
}
