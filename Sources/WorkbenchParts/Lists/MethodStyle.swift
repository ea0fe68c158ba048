package import TerminalKit

/// How a method is written in lists: short, in five columns, in a colour of its own.
package enum MethodStyle {
  package static let columns = 5

  package static func label(_ method: String) -> String {
    switch method {
    case "": "GET"
    case "DELETE": "DEL"
    case "OPTIONS": "OPTS"
    case "CONNECT": "CONN"
    default: CellWidth.truncated(method, to: columns)
    }
  }

  /// With blanks up to the next column.
  package static func column(_ method: String) -> String {
    let label = label(method)
    return label + String(repeating: " ", count: max(0, columns - CellWidth.columns(of: label)) + 1)
  }

  package static func style(_ method: String) -> Style {
    switch method {
    case "GET", "", "HEAD": Style(.info)
    case "POST": Style(.success)
    case "PUT", "PATCH": Style(.warning)
    case "DELETE": Style(.failure)
    default: Style(.accent)
    }
  }
}
