import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

/// The way to a key that says one thing, through the maps and lists that a kind of file has.
struct FieldRoute: Sendable, CustomTestStringConvertible {
  enum Step: Sendable {
    case key(ObjectSchema.Property, of: ObjectSchema)
    /// Under a name that a person gives.
    case name
    case item
  }

  private(set) var steps: [Step] = []

  var testDescription: String {
    steps.map { step in
      switch step {
      case .key(let property, _): property.name
      case .name: "NAME"
      case .item: "-"
      }
    }.joined(separator: ".")
  }

  fileprivate func then(_ step: Step) -> FieldRoute {
    var copy = self
    copy.steps.append(step)
    return copy
  }

  /// The key at its end, and the map it is in.
  var last: (property: ObjectSchema.Property, object: ObjectSchema)? {
    if case .key(let property, let object)? = steps.last { (property, object) } else { nil }
  }

  /// Every key of a kind of file, in all depths.
  static func all(in object: ObjectSchema, from route: FieldRoute = FieldRoute()) -> [FieldRoute] {
    object.properties.flatMap { property -> [FieldRoute] in
      let here = route.then(.key(property, of: object))
      return (property.schema.isOnlyMap ? [] : [here]) + inner(property.schema, here)
    }
  }

  private static func inner(_ schema: Schema, _ route: FieldRoute) -> [FieldRoute] {
    switch schema {
    case .object(let object): all(in: object, from: route)
    case .either(let schemas): schemas.flatMap { inner($0, route) }
    case .list(let items): inner(items, route.then(.item))
    case .map(let values, _): inner(values, route.then(.name))
    case .text, .integer, .boolean, .choice, .anything, .reference: []
    }
  }
}

extension Schema {
  /// Nothing but the keys in it can be said there.
  fileprivate var isOnlyMap: Bool {
    if case .object = self { true } else { false }
  }

  /// What could stand there, as it is written in braces: at first what the schema itself says.
  var candidates: [String] {
    let own: [String] =
      switch self {
      case .boolean: ["true", "false"]
      case .integer(let range): ["\(range.lowerBound)", "\(range.upperBound)"]
      case .choice(let values): values
      case .either(let schemas): schemas.flatMap(\.candidates)
      default: []
      }
    return own + Self.texts
  }

  /// One of them suits every text that has a form of its own.
  private static let texts = [
    "a", "'b'", "/a", "/b", "\"5s\"", "250ms", "20MB", "3MB", "0.5", "0.25", "200", "[ 2xx,   304 ]", "GET", "POST",
    "{ A:   1 }", "{ A: 2, B:   c }", "[ a,   b ]", "[b]", ".a", "'.b'", "[ .a,   .b ]", "[.a]", "prompt", "env A_B",
    "{ command: [ a,   b ] }", "{ a:   .x }", "{ a: .y }", "a.csv", "b.csv", "a/b", "b/c", "api#one", "'api#two'",
    "{ a: 1s }", "jwt", "team", "[ { send: a },   { wait: .b } ]", "[ { send: b } ]", "http://127.0.0.1:8400/callback",
    "http://localhost:8400/b", "{ a:   { ttl: 1s } }", "{ a: { ttl: 2s } }", "{ a: { keyFile: k } }",
    "{ a:   { keyFile: l } }", "{ a: { payload: p } }", "{ a:   { payload: q } }",
    "'schemas/a.json'", "schemas/b.json", "{ ttl:   1s }", "{ ttl: 2s }",
  ]
}
