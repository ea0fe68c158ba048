import ParleyFiles
import ParleyText
import ParleyWorkspace

/// Templates in a text of a person.
enum TemplateFuzz: Fuzz {
  static let name = "fuzz-templates"
  static let summary = "texts with templates, taken apart"

  static let seeds = [
    "Bearer {{token}}", "{{ base64(concat('a', \"b\", env.HOME)) }}/{{steps.login.response.body.items[0][\"a b\"]}}",
    "{{shared.user.name}}{{uuid()}}{{now(\"unix\")}}", "{{secret(\"the password\")}}", "{{'{{'}}",
    "{{é}} {{ input.a }}",
    "{\"a\": \"{{json(x)}}\", \"b\": {{n}}}", "{{response('user/login').token}}",
  ].map { Array($0.utf8) }

  static func mistake(with input: [UInt8], _ trial: Trial) async throws -> String? {
    let source = String(decoding: input, as: UTF8.self)
    let text = TemplateText(source)
    let length = source.utf8.count
    for range in text.problems.map(\.range) + text.templates.map(\.range)
    where range.lowerBound < 0 || range.upperBound > length + 1 {
      return "\(range) is outside of \(length) bytes"
    }
    guard text.problems.isEmpty else { return nil }
    return joined(text) == source ? nil : "its parts are not the whole: \(source)"
  }

  private static func joined(_ text: TemplateText) -> String {
    let bytes = Array(text.text.utf8)
    return text.segments.map { segment in
      switch segment {
      case .literal(let literal): literal
      case .template(let template): String(decoding: bytes[template.range], as: UTF8.self)
      }
    }.joined()
  }
}
