/// How a cell looks, in words a theme translates: a role, perhaps the ground of another role, and attributes.
package struct Style: Hashable, Sendable {
  /// The colour of the text, and of the ground unless ``ground`` does.
  package var role: Role
  /// A role whose ground lies behind the text, such as ``Role/selection`` behind a coloured word.
  package var ground: Role?
  package var attributes: Attributes

  package init(_ role: Role, _ attributes: Attributes = [], on ground: Role? = nil) {
    self.role = role
    self.ground = ground
    self.attributes = attributes
  }

  package static let text = Style(.text)
  package static let muted = Style(.muted)

  package func on(_ ground: Role?) -> Style {
    Style(role, attributes, on: ground)
  }

  package func adding(_ attributes: Attributes) -> Style {
    Style(role, self.attributes.union(attributes), on: ground)
  }
}

/// The attributes that a terminal can give a character besides its colours.
package struct Attributes: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let bold = Attributes(rawValue: 1)
  package static let dim = Attributes(rawValue: 2)
  package static let italic = Attributes(rawValue: 4)
  package static let underline = Attributes(rawValue: 8)
  package static let reverse = Attributes(rawValue: 16)
}
