/// The place of the cursor in a JSON body, while a string is open there.
struct JSONCursor {
  enum Kind: Equatable {
    case name
    case value(of: String)
  }

  private struct Container {
    let isObject: Bool
    let path: String
    var name: String?
    var names: [String] = []
    var isBehindColon = false
  }

  let kind: Kind
  /// Of the object around: `.`, `.items[]`.
  let path: String
  /// Names that it has already.
  let names: [String]
  /// Of the string.
  let typed: String

  /// - Returns: nil where no string is open, or where it stands in no object.
  init?(before text: String) {
    var containers: [Container] = []
    var string: String?
    var isEscaped = false
    for character in text {
      if let open = string {
        if character == "\"", !isEscaped {
          Self.close(open, in: &containers)
          string = nil
        } else {
          string = open + String(character)
        }
        isEscaped = character == "\\" && !isEscaped
        continue
      }
      isEscaped = false
      if character == "\"" { string = "" } else { Self.read(character, &containers) }
    }
    guard let typed = string, let last = containers.last, last.isObject else { return nil }
    if last.isBehindColon { kind = .value(of: last.name ?? "") } else { kind = .name }
    (path, names, self.typed) = (last.path.isEmpty ? "." : last.path, last.names, typed)
  }

  private static func close(_ text: String, in containers: inout [Container]) {
    guard var last = containers.popLast() else { return }
    if last.isObject, !last.isBehindColon {
      last.name = text
      last.names.append(text)
    }
    containers.append(last)
  }

  private static func read(_ character: Character, _ containers: inout [Container]) {
    switch character {
    case "{", "[":
      containers.append(Container(isObject: character == "{", path: path(of: containers.last)))
    case "}", "]": _ = containers.popLast()
    case ":", ",":
      guard let last = containers.indices.last else { return }
      containers[last].isBehindColon = character == ":"
    default: break
    }
  }

  private static func path(of container: Container?) -> String {
    guard let container else { return "" }
    return container.isObject ? "\(container.path).\(container.name ?? "")" : "\(container.path)[]"
  }
}
