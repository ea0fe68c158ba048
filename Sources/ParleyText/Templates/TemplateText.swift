internal import Glibc
package import ParleyEngine

/// A text with templates in it, taken apart.
///
///     TemplateText("Bearer {{token}}").segments   // [.literal("Bearer "), .template(…)]
///
/// Parsing never fails: what is wrong with a template is in `mistakes`, and its text is no segment.
package struct TemplateText: Sendable, Equatable {
  package enum Segment: Sendable, Equatable {
    case literal(String)
    case template(Template)
  }

  package let text: String
  package let segments: [Segment]
  package let mistakes: [TemplateMistake]

  package init(_ text: String) {
    self.text = text
    guard text.hasTemplateMark else {
      (segments, mistakes) = (text.isEmpty ? [] : [.literal(text)], [])
      return
    }
    var parser = TemplateParser(text)
    (segments, mistakes) = parser.parse()
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
  /// The text between the braces, trimmed.
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

extension Template.Expression {
  /// This expression and all inside it.
  package var all: [Template.Expression] {
    guard case .call(_, let arguments, _) = self else { return [self] }
    return [self] + arguments.flatMap(\.all)
  }
}

extension String {
  /// Whether it has a `{{`. Most texts have none.
  package var hasTemplateMark: Bool {
    var text = self
    return text.withUTF8 { bytes in
      guard let base = bytes.baseAddress else { return false }
      var place = 0
      while place + 1 < bytes.count, let hit = memchr(base + place, Int32(UInt8(ascii: "{")), bytes.count - place - 1) {
        place = UnsafeRawPointer(hit) - UnsafeRawPointer(base) + 1
        if bytes[place] == UInt8(ascii: "{") { return true }
      }
      return false
    }
  }
}
