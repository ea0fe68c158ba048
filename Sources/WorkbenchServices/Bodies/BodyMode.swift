/// How a body is shown.
package enum BodyMode: Int, Hashable, Sendable, CaseIterable {
  /// JSON, laid out and folded.
  case pretty
  /// A list of objects, an object a row.
  case table
  /// A stream, an event a row.
  case events
  /// XML or HTML, laid out.
  case markup
  /// A picture, in half blocks.
  case picture
  case raw, hex

  /// Whether its lines can be folded.
  package var folds: Bool { self == .pretty || self == .markup }

  package var title: String {
    switch self {
    case .pretty, .markup: "pretty"
    case .table: "table"
    case .events: "events"
    case .picture: "preview"
    case .raw: "raw"
    case .hex: "hex"
    }
  }
}
