internal import ParleyEngine
internal import ParleyFiles
import ParleyText

// What is sent.
extension CurlRequest {
  /// - Parameter headers: get the content type that curl sends, where the body has another one of its own.
  mutating func body(_ headers: inout [Row]) -> BodyDefinition? {
    if let path = arguments.upload { return upload(path, &headers) }
    if !arguments.fields.isEmpty { return multipart(&headers) }
    guard !arguments.data.isEmpty else { return nil }
    let isTypeOff = headers.contains { $0.name.lowercased() == "content-type" && !$0.isOn }
    let type = headers.contentType ?? (isTypeOff ? nil : arguments.isJSON ? "application/json" : ImportedForm.type)
    if let file = onlyFile(type) { return .file(file) }
    return body(joinedData(), type, &headers)
  }

  /// All data, one behind the other as curl sends them.
  mutating func joinedData() -> String {
    var (text, isFirst) = ("", true)
    for (index, data) in arguments.data.enumerated() {
      guard let piece = self.text(of: data) else { continue }
      text += (isFirst || arguments.joined.contains(index) ? "" : "&") + piece
      isFirst = false
    }
    return text
  }

  /// - Parameter type: that is sent; nil where none is.
  private mutating func body(_ text: String, _ type: String?, _ headers: inout [Row]) -> BodyDefinition? {
    let name = MediaTypeName(type ?? "")
    if name.isForm, let fields = encodedFields() { return .form(fields) }
    // Braces are text here: as rows they would be encoded.
    if name.isForm, !text.contains("{{"), let pairs = ImportedForm.pairs(of: text) {
      return .form(pairs.map { Row($0.name, texts.value($0.value, named: $0.name)) })
    }
    if text.isEmpty, arguments.data.allSatisfy({ if case .text = $0 { true } else { false } }) {
      return emptyBody(type, &headers)
    }
    let isJSON = name.isJSON || Self.looksLikeJSON(text)
    let body: BodyDefinition = isJSON ? texts.jsonBody(text) : .text(Located(texts.body(text)))
    if let type, body.impliedContentType != type { headers.setContentType(type) }
    if isJSON, !name.isJSON, headers.contentType == ImportedForm.type {
      notes.append(CurlCommand.jsonAsForm)
    }
    return body
  }

  /// An empty body has a content type and a length.
  private mutating func emptyBody(_ type: String?, _ headers: inout [Row]) -> BodyDefinition? {
    if let type { headers.setContentType(type) }
    return .text("")
  }

  /// A file that is sent with PUT has no content type. Its name is added to a folder's URL.
  private mutating func upload(_ path: String, _ headers: inout [Row]) -> BodyDefinition? {
    if path == "-" || path == "." {
      guard let input = arguments.input else {
        notes.append("The data of standard input were left out.")
        return nil
      }
      if headers.contentType == nil { headers.append(Row("Content-Type", "", isOn: false)) }
      return .text(Located(texts.body(input)))
    }
    if headers.contentType == nil, !headers.contains(where: { $0.name.lowercased() == "content-type" }) {
      headers.append(Row("Content-Type", "", isOn: false))
    }
    return .file(FileDefinition(path: located(path)))
  }

  /// Fields that curl encodes, where the values of some are not known yet: as rows they are encoded when they are sent.
  private mutating func encodedFields() -> [Row]? {
    var fields: [(name: String, value: String)] = []
    for data in arguments.data {
      guard case .encoded(let text) = data, let mark = text.firstIndex(where: { $0 == "=" || $0 == "@" }),
        text[mark] == "=", mark > text.startIndex, WrittenText.isExactForm(String(text[..<mark]))
      else { return nil }
      fields.append((PercentText.decoded(String(text[..<mark]), plusIsBlank: true), String(text[mark...].dropFirst())))
    }
    guard fields.contains(where: { ShellMark.isIn($0.value) }) else { return nil }
    return fields.map { Row($0.name, texts.value($0.value, named: $0.name)) }
  }

  /// The file that is all of the data, with the content type that curl sends, whatever its contents.
  private mutating func onlyFile(_ type: String?) -> FileDefinition? {
    guard arguments.data.count == 1, case .file(let path, let keepsLines) = arguments.data[0], path != "-" else {
      return nil
    }
    let text = keepsLines ? nil : arguments.paths.text(of: path)
    // As curl sends it now.
    if arguments.paths.takesTexts, text?.contains(where: { $0.isNewline || $0 == "\0" }) == true { return nil }
    if !keepsLines, !ShellMark.isIn(path), text.map({ $0.contains(where: \.isNewline) }) ?? true {
      notes.append("Parley sends the file \(Printable.quoted(path)) as it is; curl would leave its line breaks out.")
    }
    let isSaid = arguments.headers.contains { $0.lowercased().hasPrefix("content-type:") }
    return FileDefinition(
      path: located(path), type: isSaid ? nil : type.map { Located(TemplateEscape.escaped($0)) })
  }

  private mutating func multipart(_ headers: inout [Row]) -> BodyDefinition {
    // The boundary belongs to the type, so that a header without one would say too little.
    if let type = headers.contentType {
      headers.removeContentType()
      if !MediaTypeName(type).isMultipart {
        notes.append("The content type \(Printable.quoted(type)) was left out: a form with parts has its own.")
      }
    }
    var parts: [PartDefinition] = []
    for field in arguments.fields {
      parts += CurlFormField(field).parts(&texts, arguments.paths, arguments.input, &notes)
    }
    return .multipart(parts)
  }

  private static func looksLikeJSON(_ text: String) -> Bool {
    guard let first = text.first(where: { !$0.isWhitespace }), first == "{" || first == "[" else { return false }
    return (try? JSONValue(parsing: text)) != nil
  }

  /// The text of one piece of data; nil for a file that cannot be read here.
  mutating func text(of data: CurlArguments.Data) -> String? {
    switch data {
    case .text(let text): return text
    case .encoded(let text): return encoded(text)
    case .file(let name, let keepsLines):
      guard let text = content(of: name) else { return nil }
      return keepsLines ? text : text.filter { !$0.isNewline && $0 != "\0" }
    }
  }

  private mutating func content(of name: String) -> String? {
    if let text = name == "-" ? arguments.input : arguments.paths.text(of: name) { return text }
    notes.append(
      name == "-"
        ? "The data of standard input were left out."
        : "The data of the file \(Printable.quoted(ShellMark.readable(name))) were left out.")
    return nil
  }

  /// `content`, `=content` or `name=content`; with `@` in place of the `=` it is a file.
  mutating func encoded(_ text: String) -> String? {
    guard let mark = text.firstIndex(where: { $0 == "=" || $0 == "@" }) else { return Self.encode(text) }
    let rest = String(text[text.index(after: mark)...])
    let content = text[mark] == "@" ? self.content(of: rest) : rest
    return content.map { mark == text.startIndex ? Self.encode($0) : "\(text[..<mark])=\(Self.encode($0))" }
  }

  /// As curl does: everything but letters, digits and `-._~`, a blank as `+`. Marks of the shell stay.
  private static func encode(_ text: String) -> String { percentEncoded(text, blank: "+") }

  static func percentEncoded(_ text: String, blank: String = "%20") -> String {
    ImportedTemplates(.shell).segments(of: text).map { piece in
      switch piece {
      case .literal(let text): PercentText.encoded(text).replacing("%20", with: blank)
      case .template(let whole, _): whole
      }
    }.joined()
  }
}
