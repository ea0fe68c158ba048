package import ParleyEngine

/// A text with templates in it, taken apart.
///
///     TemplateText("Bearer {{token}}").segments   // [.literal("Bearer "), .template(…)]
///
/// Parsing never fails: what is wrong with a template is in `problems`, and its text is no segment.
package struct TemplateText: Sendable, Equatable {
  package enum Segment: Sendable, Equatable {
    case literal(String)
    case template(Template)
  }

  package let text: String
  package let segments: [Segment]
  package let problems: [TemplateProblem]

  package init(_ text: String) {
    self.text = text
    guard text.hasTemplateMark else {
      (segments, problems) = (text.isEmpty ? [] : [.literal(text)], [])
      return
    }
    var parser = TemplateParser(text)
    (segments, problems) = parser.parse()
  }

  package var templates: [Template] {
    segments.compactMap { if case .template(let template) = $0 { template } else { nil } }
  }

  /// The text is one template and nothing else, so that its value keeps its type.
  package var isSingleTemplate: Bool {
    segments.count == 1 && templates.count == 1
  }
}

/// One `{{…}}`.
package struct Template: Sendable, Equatable {
  /// What stands between the braces, trimmed.
  package let text: String
  package let expression: Expression
  /// With the braces, as UTF-8 offsets in the text.
  package let range: Range<Int>

  package indirect enum Expression: Sendable, Equatable {
    /// Text in quotes.
    case literal(String)
    /// A name of the environment or of the workspace's `vars`.
    case name(String)
    /// `env.NAME`: a variable of the operating system.
    case operatingSystem(String)
    /// `shared.KEY`: a shared key.
    case shared(String)
    /// `steps.NAME.path`: a part of a document.
    case document(TemplateDocument, ValuePath)
    /// A function, and a path into what it gives.
    case call(TemplateFunction, [Expression], path: ValuePath)
  }
}

extension Template {
  /// Whether `shared.KEY` can be written for this key: one with blanks or other signs cannot be named in a template.
  package static func canName(sharedKey name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy(TemplateParser.isNamePart)
  }
}

/// What is wrong with a template, or with a name in it.
package struct TemplateProblem: Sendable, Equatable {
  package let code: Diagnostic.Code
  /// As UTF-8 offsets in the text.
  package let range: Range<Int>
  package let message: String
  package let nearest: String?
  package let hint: String?
  /// It is in the value of a name, not in the text itself.
  let isInValue: Bool

  init(
    _ code: Diagnostic.Code, _ range: Range<Int>, _ message: String, nearest: String? = nil, hint: String? = nil,
    isInValue: Bool = false
  ) {
    self.isInValue = isInValue
    self.code = code
    self.range = range
    self.message = Printable.text(message)
    self.nearest = nearest
    self.hint = hint
  }
}

extension Template.Expression {
  /// This expression and all inside it.
  var all: [Template.Expression] {
    guard case .call(_, let arguments, _) = self else { return [self] }
    return [self] + arguments.flatMap(\.all)
  }
}

extension String {
  /// Is there a `{{` in it? Most texts have none.
  var hasTemplateMark: Bool {
    var text = self
    return text.withUTF8 { bytes in
      bytes.indices.dropLast().contains { bytes[$0] == UInt8(ascii: "{") && bytes[$0 + 1] == UInt8(ascii: "{") }
    }
  }
}
