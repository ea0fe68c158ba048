internal import ParleyEngine
internal import ParleyFiles
import ParleyText

// Parley's `json` knows where a template stands: outside of quotes it inserts JSON, within them it escapes. Other programs insert
// text. Where both give the same the body is `json`; otherwise it is `text`, with the content type that its program sends.
extension ImportedTexts {
  /// A body of JSON. Its content type is the caller's: a `text` body implies none.
  mutating func jsonBody(_ text: String) -> BodyDefinition {
    let written = json(text)
    return isSameAsText(written) ? .json(Located(written)) : .text(Located(written))
  }

  /// Whether every template stands within quotes, and its value, as far as it is known, needs no escape there.
  private func isSameAsText(_ written: String) -> Bool {
    guard written.hasTemplateMark else { return true }
    let read = TemplateText(written)
    let templates = read.templates
    guard read.mistakes.isEmpty else { return false }
    var (isQuoted, index, next) = (false, 0, templates.startIndex)
    let bytes = Array(written.utf8)
    while index < bytes.count {
      if next < templates.endIndex, templates[next].range.lowerBound == index {
        guard isQuoted, !needsEscape(templates[next]) else { return false }
        index = templates[next].range.upperBound
        next += 1
        continue
      }
      switch bytes[index] {
      case UInt8(ascii: "\\") where isQuoted: index += 1
      case UInt8(ascii: "\""): isQuoted.toggle()
      default: break
      }
      index += 1
    }
    return true
  }

  private func needsEscape(_ template: Template) -> Bool {
    guard case .name(let name) = template.expression else { return false }
    return namesToEscape.contains(name)
  }

  /// Remembers what a variable holds, before the bodies that use it are read.
  mutating func noteValue(_ value: String, of name: String) {
    let needsEscape = value.unicodeScalars.contains { $0 == "\"" || $0 == "\\" || $0.value < 0x20 }
    if needsEscape { namesToEscape.insert(templates.variableName(name) ?? name) }
  }
}
