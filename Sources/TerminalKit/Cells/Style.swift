/// How a cell looks, in words a theme translates: a role, perhaps the ground of another role, and attributes.
public struct Style: Hashable, Sendable {
  /// Says the colour of the text, and of the ground unless ``ground`` does.
  public var role: Role
  /// A role whose ground lies behind the text, such as ``Role/selection`` behind a coloured word.
  public var ground: Role?
  public var attributes: Attributes

  public init(_ role: Role, _ attributes: Attributes = [], on ground: Role? = nil) {
    self.role = role
    self.ground = ground
    self.attributes = attributes
  }

  public static let text = Style(.text)
  public static let muted = Style(.muted)

  public func on(_ ground: Role?) -> Style {
    Style(role, attributes, on: ground)
  }

  public func adding(_ attributes: Attributes) -> Style {
    Style(role, self.attributes.union(attributes), on: ground)
  }
}

/// What a terminal can do to a letter beside colouring it.
public struct Attributes: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  public static let bold = Attributes(rawValue: 1)
  public static let dim = Attributes(rawValue: 2)
  public static let italic = Attributes(rawValue: 4)
  public static let underline = Attributes(rawValue: 8)
  public static let reverse = Attributes(rawValue: 16)
}
