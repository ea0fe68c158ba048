import ParleyEngine
import ParleyText

/// The `{{secret("…")}}` of a text that stand alone between their braces.
struct SecretTemplates {
  private let text: String
  private let found: [(range: Range<Int>, question: String)]

  init(in text: String) {
    self.text = text
    found = TemplateText(text).templates.compactMap { template in
      template.secretQuestion.map { (template.range, $0) }
    }
  }

  /// Their questions, in the order of the text.
  var questions: [String] { found.map(\.question) }

  /// The text with `replacement` instead of each template that asks this question.
  func replacing(_ question: String, with replacement: String) -> String {
    var bytes = Array(text.utf8)
    for template in found.reversed() where template.question == question {
      bytes.replaceSubrange(template.range, with: replacement.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Template {
  fileprivate var secretQuestion: String? {
    guard case .call(.secret, let arguments, path: .root) = expression, case .literal(let question)? = arguments.first
    else { return nil }
    return question
  }
}
