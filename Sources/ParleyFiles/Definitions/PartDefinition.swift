import ParleyModel

/// One part of a `multipart/form-data` body: a field, or a file.
package struct PartDefinition: Sendable {
  package enum Content: Sendable, Equatable {
    /// A text with templates.
    case text(String)
    /// The path of a file, from the workspace on; it may hold templates.
    case file(String)
  }

  package var name: String
  package var content: Content
  /// Its content type; none for a text, and by the ending of its name for a file, by default.
  package var type: String?
  /// The file name sent to the server; the file's own name by default.
  package var fileName: String?
  /// Off is written `~name`: the part is kept and not sent.
  package var isOn: Bool
  /// The location of the content; `nil` if the part was made in memory.
  package var place: SourcePlace?

  package init(
    _ name: String, _ content: Content, type: String? = nil, fileName: String? = nil, isOn: Bool = true,
    place: SourcePlace? = nil
  ) {
    self.name = name
    self.content = content
    self.type = type
    self.fileName = fileName
    self.isOn = isOn
    self.place = place
  }

  /// The texts that may hold templates: its content, its type and its file name, with their location.
  var texts: [Located<String>] { [contentText] + [type, fileName].compactMap { $0.map { Located($0, at: place) } } }

  package var contentText: Located<String> {
    switch content {
    case .text(let text), .file(let text): Located(text, at: place)
    }
  }
}

/// Two parts are equal when they say the same, wherever they stand.
extension PartDefinition: Equatable {
  package static func == (left: PartDefinition, right: PartDefinition) -> Bool {
    left.written == right.written
  }
}

extension PartDefinition {
  /// A map `name: text` or `name: { file: … }`, whose value may be a list; or a list of such maps.
  static let listReader = Reader<[PartDefinition]>(
    "a map of parts, or a list of `- name: value`", .rows(of: .either([.text(), .object(form.schema)])),
    write: { $0.isEmpty ? nil : .rows($0.map(\.written)) }
  ) { node, decoding in
    var reading = RowReading(kind: .part, element: PartDefinition.read)
    return reading.read(node, &decoding)
  }

  private static func read(_ name: RowName, _ node: YAMLNode, _ decoding: inout Decoding) -> PartDefinition? {
    if let text = node.text { return PartDefinition(name.text, .text(text), isOn: name.isOn, place: node.place) }
    guard let said = form.read(node, &decoding) else { return nil }
    guard let content = said.content else { return decoding.mismatch(node, expected: "either a file or a text") }
    return PartDefinition(
      name.text, content.value, type: said.type, fileName: said.fileName, isOn: name.isOn,
      place: content.place ?? node.place)
  }

  /// The keys of the map form.
  package struct Said: Sendable {
    var file: Located<String>?
    var text: Located<String>?
    var type: String?
    var fileName: String?

    /// One of both.
    var content: Located<Content>? {
      switch (file, text) {
      case (let file?, nil): Located(.file(file.value), at: file.place)
      case (nil, let text?): Located(.text(text.value), at: text.place)
      default: nil
      }
    }
  }

  package static let form = Form(
    "a part", isFlow: true, make: { Said() },
    keys: [
      .init("file", \.file, .filePath, "A file, relative to the workspace."),
      .init("text", \.text, .text, "Text; use it when the part needs a type."),
      .init("type", \.type, .contentType, "Its content type.", default: .words("by file extension")),
      .init("fileName", \.fileName, .text, "The file name sent to the server.", default: .words("the file's own")),
    ])

  fileprivate var written: EncodedValue.Entry {
    EncodedValue.Entry(RowName(name, isOn: isOn).written, writtenValue)
  }

  private var writtenValue: EncodedValue {
    switch content {
    case .text(let text) where type == nil && fileName == nil: .text(text)
    case .text(let text): Self.form.written(Said(text: Located(text), type: type, fileName: fileName))
    case .file(let path): Self.form.written(Said(file: Located(path), type: type, fileName: fileName))
    }
  }
}
