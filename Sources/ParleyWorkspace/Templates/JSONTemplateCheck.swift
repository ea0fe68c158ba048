internal import ParleyEngine
internal import ParleyText

/// Whether a JSON text with templates in it will be JSON once they are filled in.
///
/// What is filled in is a whole value outside quotes and escaped text inside them, so a stand-in tells.
enum JSONTemplateCheck {
  /// What is wrong, and where, in UTF-8 offsets of the text; `nil` where nothing is.
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
