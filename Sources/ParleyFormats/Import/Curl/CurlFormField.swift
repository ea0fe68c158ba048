internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// One `--form` of a curl command: `name=text`, `name=@file` or `name=<file`, with `;type=`, `;filename=` and the like
/// behind. Each value may stand in double quotes.
struct CurlFormField {
  let name: String
  private let content: String
  private let isLiteral: Bool

  init(_ field: CurlArguments.FormField) {
    let mark = field.text.firstIndex(of: "=") ?? field.text.endIndex
    name = String(field.text[..<mark])
    content = String(field.text[mark...].dropFirst())
    isLiteral = field.isLiteral
  }

  /// The parts of a field: several for a list of files.
  /// - Parameters:
  ///   - notes: what could not be taken over.
  ///   - input: the command's standard input, as far as it is known.
  func parts(
    _ texts: inout ImportedTexts, _ paths: ImportedPaths, _ input: String?, _ notes: inout [String]
  ) -> [PartDefinition] {
    guard !name.isEmpty, !name.hasTemplateMark else {
      notes.append("The form field \(Printable.quoted(name)) was left out: it cannot be read.")
      return []
    }
    if isLiteral { return [PartDefinition(name, .text(texts.value(content, named: name)))] }
    switch content.first {
    case "@": return files(content.dropFirst(), &texts, paths, input, &notes)
    case "<":
      var reader = CurlFormReader(content.dropFirst())
      let path = reader.content()
      guard let text = path == "-" ? input : paths.text(of: path) else {
        notes.append("The form field \(Printable.quoted(name)) was left out: it cannot be read.")
        return []
      }
      return [part(.text(texts.value(text, named: name)), typed(reader.settings(&notes)), &texts)]
    case "(":
      notes.append("The form field \(Printable.quoted(name)) was left out: it begins a form within the form.")
      return []
    default:
      var reader = CurlFormReader(content[...])
      let text = texts.value(reader.content(), named: name)
      return [part(.text(text), typed(reader.settings(&notes)), &texts)]
    }
  }

  private func files(
    _ text: Substring, _ texts: inout ImportedTexts, _ paths: ImportedPaths, _ input: String?, _ notes: inout [String]
  ) -> [PartDefinition] {
    var reader = CurlFormReader(text)
    var parts: [PartDefinition] = []
    repeat {
      let path = reader.content(endingAt: ",")
      let settings = reader.settings(&notes)
      if path == "-" {
        guard let input else {
          notes.append("The form field \(Printable.quoted(name)) was left out: it is read from standard input.")
          return []
        }
        parts.append(part(.text(texts.value(input, named: name)), typed(settings), &texts))
        continue
      }
      let type = settings.type ?? settings.fileName.flatMap(Self.type) ?? Self.type(of: path) ?? Self.anyType
      let file = ShellMark.isIn(path) ? texts.templates.text(path) : paths.located(path).value
      parts.append(part(.file(file), .init(type: type, fileName: settings.fileName), &texts))
    } while reader.passComma()
    if parts.count > 1 {
      notes.append(
        "The files of the form field \(Printable.quoted(name)) are sent as parts of their own, not as a list in one.")
    }
    return parts
  }

  private func part(
    _ content: PartDefinition.Content, _ settings: CurlFormReader.Settings, _ texts: inout ImportedTexts
  ) -> PartDefinition {
    PartDefinition(
      name, content, type: settings.type.map { texts.templates.text($0) },
      fileName: settings.fileName.map { texts.templates.text($0) })
  }

  /// Text with the name of a file has the type of such a file.
  private func typed(_ settings: CurlFormReader.Settings) -> CurlFormReader.Settings {
    .init(type: settings.type ?? settings.fileName.flatMap(Self.type), fileName: settings.fileName)
  }

  private static let anyType = "application/octet-stream"

  /// The content types that curl knows by a file's ending.
  private static func type(of path: String) -> String? {
    let types = [
      ".gif": "image/gif", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".png": "image/png", ".svg": "image/svg+xml",
      ".txt": "text/plain", ".htm": "text/html", ".html": "text/html", ".pdf": "application/pdf",
      ".xml": "application/xml",
    ]
    return types.first { path.lowercased().hasSuffix($0.key) }?.value
  }
}

/// Reads what stands behind the `=` of a form field as curl does.
struct CurlFormReader {
  struct Settings {
    var type: String?
    var fileName: String?
  }

  private var rest: Substring

  init(_ text: Substring) {
    rest = text
  }

  /// Up to a semicolon, or all of the text in quotes.
  mutating func content(endingAt end: Character? = nil) -> String {
    rest = rest.drop { $0 == " " || $0 == "\t" }
    if rest.first == "\"", let quoted = quoted(endingAt: end) { return quoted }
    let text = rest.prefix { $0 != ";" && $0 != end }
    rest = rest[text.endIndex...]
    return String(text).trimmingEnd
  }

  /// Nil for a quote that is never closed, which then means itself.
  private mutating func quoted(endingAt end: Character?) -> String? {
    var (text, tail) = ("", rest.dropFirst())
    while let character = tail.popFirst() {
      if character == "\\", let next = tail.first, next == "\\" || next == "\"" {
        text.append(next)
        tail.removeFirst()
      } else if character == "\"" {
        // Anything between the quote and what follows counts for nothing.
        rest = tail.drop { $0 != ";" && $0 != end }
        return text
      } else {
        text.append(character)
      }
    }
    return nil
  }

  mutating func settings(_ notes: inout [String]) -> Settings {
    var settings = Settings()
    var isType = false
    while rest.first == ";" {
      let whole = rest
      rest = rest.dropFirst().drop { $0 == " " }
      let key = rest.prefix { $0 != "=" && $0 != ";" && $0 != "," }.lowercased()
      let knows = ["type", "filename", "headers", "encoder"].contains(key) && rest.dropFirst(key.count).first == "="
      if knows { rest = rest.dropFirst(key.count + 1) }
      let value = content(endingAt: ",")
      switch key {
      case "type" where knows: settings.type = value
      case "filename" where knows: settings.fileName = value
      case "headers" where knows, "encoder" where knows:
        notes.append("\(key) of a form field was left out: parts have only a type and a file name.")
      default:
        // A parameter of the content type in front of it; elsewhere curl skips it.
        let written = whole[..<rest.startIndex]
        if isType, !value.isEmpty { settings.type = (settings.type ?? "") + String(written).trimmingEnd }
      }
      isType = key == "type" || isType && !knows
    }
    return settings
  }

  mutating func passComma() -> Bool {
    guard rest.first == "," else { return false }
    rest.removeFirst()
    return true
  }
}

extension String {
  fileprivate var trimmingEnd: String { String(reversed().drop { $0 == " " || $0 == "\t" }.reversed()) }
}
