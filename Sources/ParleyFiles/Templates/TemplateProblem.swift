internal import ParleyEngine
package import ParleyText

/// A problem of a template, or of a name in it.
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

extension TemplateText {
  package var problems: [TemplateProblem] { mistakes.map { TemplateProblem($0) } }
}

extension TemplateProblem {
  fileprivate init(_ mistake: TemplateMistake) {
    let words = Words(mistake.kind)
    self.init(words.code, mistake.range, words.message, nearest: words.nearest, hint: words.hint)
  }
}

/// The message for a mistake, with its code and hint.
private struct Words {
  private static let functions = TemplateFunction.allCases.map(\.rawValue)

  var code = Diagnostic.Code.template
  let message: String
  var nearest: String?
  var hint: String?

  init(_ mistake: TemplateMistake.Kind) {
    switch mistake {
    case .tooManyTemplates(let limit): message = "the text has more than \(limit) templates"
    case .notClosed(let expected):
      message = "“{{” is not closed; expected \(expected)"
      hint = "write {{'{{'}} for literal braces"
    case .unexpected(let found, let expected):
      message = "found \(Printable.quoted(found)) in a template; expected \(expected)"
    case .quoteNotClosed: message = "the quote in a template is not closed"
    case .nestedTooDeep: message = "functions are nested too deep"
    case .unknownFunction(let name):
      code = .unknownName
      message = "unknown function \(Printable.quoted(name))"
      nearest = NearestName.of(name, among: Self.functions)
      hint = nearest == nil ? "functions: \(Self.functions.joined(separator: ", "))" : nil
    case .wrongArgumentCount(let function, let count):
      message = "\(function.rawValue) was given \(count) values"
      hint = "as in \(function.usage)"
    case .argumentNotLiteral(let function):
      message = "\(function.rawValue) takes text in quotes"
      hint = "as in \(function.usage)"
    case .unknownTimeFormat: message = "now takes nothing or \"unix\""
    case .pathIntoText(let function): message = "\(function.rawValue) gives text, which has no parts"
    case .invalidPath(let path):
      message = "found \(Printable.quoted(path)); expected a path such as .items[0].id"
    }
  }
}
