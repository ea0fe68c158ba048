internal import ParleyEngine
internal import ParleyText

/// Whether a JSON text with templates will be JSON once they are resolved.
///
/// A resolved template is a whole value outside quotes and escaped text inside them, so a stand-in is enough to check.
enum JSONTemplateCheck {
  /// The first problem of a text, with its range in UTF-8 offsets; nil if there is none.
  static func problem(in parsed: TemplateText) -> TemplateProblem? {
    guard parsed.problems.isEmpty else { return nil }
    let sample = JSONTemplateSample(parsed)
    do throws(JSONSyntaxError) {
      _ = try JSONPrinter.compact.reprint(sample.bytes)
      return nil
    } catch {
      let start = sample.offsetInText(of: error.place.offset)
      let message = "this is not JSON: expected \(error.expected), found \(error.found)"
      return TemplateProblem(.invalidJSON, start..<min(start + 1, parsed.text.utf8.count), message)
    }
  }
}
