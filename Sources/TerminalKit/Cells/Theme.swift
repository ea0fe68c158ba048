/// A colour in the three depths terminals have.
package struct Color: Hashable, Sendable {
  /// Number in the palette of 256 colours.
  package let indexed: UInt8
  /// Number among the 16 basic colours, where the terminal has no more; with 8 the bright ones fall on the plain ones.
  package let basic: UInt8

  package init(_ indexed: UInt8, basic: UInt8) {
    self.indexed = indexed
    self.basic = basic & 15
  }
}

/// How many colours there are to draw with.
package enum ColorDepth: Int, Hashable, Sendable, Comparable {
  case none = 0
  case eight = 8
  case sixteen = 16
  case indexed = 256

  package static func < (left: ColorDepth, right: ColorDepth) -> Bool { left.rawValue < right.rawValue }

  /// The depth of a terminal with so many colours; `none` where a person asked for no colours with
  /// [NO_COLOR](https://no-color.org).
  package init(colors: Int, environment: [String: String] = [:]) {
    let unwanted = !(environment["NO_COLOR"] ?? "").isEmpty
    self = unwanted || colors < 8 ? .none : colors >= 256 ? .indexed : colors >= 16 ? .sixteen : .eight
  }
}

/// How one role looks.
package struct Paint: Hashable, Sendable {
  package var foreground: Color?
  package var background: Color?
  package var attributes: Attributes
  /// Used instead where there is no colour.
  package var withoutColor: Attributes

  package init(
    _ foreground: Color? = nil, on background: Color? = nil, _ attributes: Attributes = [],
    withoutColor: Attributes? = nil
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
    self.withoutColor = withoutColor ?? attributes
  }
}

/// A table from roles to colours.
package struct Theme: Hashable, Sendable {
  package let name: String
  private var paints: [Role: Paint]

  package init(name: String, _ paints: [Role: Paint]) {
    self.name = name
    self.paints = paints
  }

  init(name: String, _ other: Theme) {
    self.init(name: name, other.paints)
  }

  /// Creates a theme on top of another one: roles that it does not paint look as in the other.
  init(name: String, _ paints: [Role: Paint], over other: Theme) {
    self.init(name: name, other.paints.merging(paints) { $1 })
  }

  package subscript(role: Role) -> Paint {
    get { paints[role] ?? role.ownPaint ?? Paint() }
    set { paints[role] = newValue }
  }

  /// The numbers to draw a style with.
  package func resolve(_ style: Style, depth: ColorDepth) -> ResolvedStyle {
    let paint = self[style.role]
    let ground = style.ground.map { self[$0] }
    guard depth > .none else {
      let plain = paint.withoutColor.union(ground?.withoutColor ?? [])
      var attributes = plain.union(style.attributes)
      // What is reversed on a ground that is, is not.
      if plain.contains(.reverse), style.attributes.contains(.reverse) { attributes.remove(.reverse) }
      return ResolvedStyle(foreground: nil, background: nil, attributes: attributes)
    }
    // The ground of plain text is that of the whole screen.
    let background = (ground?.background ?? paint.background ?? self[.text].background)?.background(in: depth)
    var foreground = paint.foreground?.foreground(in: depth)
    // Plain text takes the foreground made for its ground, and so does what would vanish on it.
    if style.role == .text || Self.vanishes(foreground, on: background, depth) {
      foreground = (ground ?? self[.text]).foreground?.foreground(in: depth) ?? foreground
    }
    let attributes = paint.attributes.union(style.attributes).union(ground?.attributes ?? [])
    return ResolvedStyle(foreground: foreground, background: background, attributes: attributes)
  }
}

extension Theme {
  private static func vanishes(_ foreground: UInt8?, on background: UInt8?, _ depth: ColorDepth) -> Bool {
    guard let foreground, let background else { return false }
    // The places of a picture are but their ground.
    if foreground == background { return true }
    return depth == .indexed && Color.contrast(foreground, background) < Color.leastContrast
  }
}

/// A style as a terminal takes it; a missing colour is the terminal's own.
package struct ResolvedStyle: Hashable, Sendable {
  package let foreground: UInt8?
  package let background: UInt8?
  package let attributes: Attributes
}

extension Color {
  func foreground(in depth: ColorDepth) -> UInt8 {
    switch depth {
    case .indexed: indexed
    case .sixteen: basic
    // Dark gray is the bright black: among eight colours it would be black.
    case .eight, .none: basic == 8 ? 7 : basic & 7
    }
  }

  func background(in depth: ColorDepth) -> UInt8 {
    depth <= .eight ? basic & 7 : foreground(in: depth)
  }
}

extension Role {
  /// Of a place of a picture.
  fileprivate var ownPaint: Paint? {
    guard case .palette(let index) = self else { return nil }
    let color = Color(index, basic: Self.basic(index))
    return Paint(color, on: color)
  }

  /// The nearest of 16: bright where one of its parts is, with those that are half as strong at least.
  private static func basic(_ index: UInt8) -> UInt8 {
    if index < 16 { return index }
    if index >= 232 { return index < 238 ? 0 : index < 244 ? 8 : index < 250 ? 7 : 15 }
    let parts = [(index - 16) / 36, (index - 16) / 6 % 6, (index - 16) % 6]
    let most = parts.max() ?? 0
    let bits = parts.enumerated().reduce(UInt8(0)) { $1.element * 2 > most ? $0 | 1 << UInt8($1.offset) : $0 }
    return most == 0 ? 0 : most >= 4 ? bits + 8 : bits
  }
}
