internal import ParleyEngine
internal import ParleyText

/// Whether a JSON text with templates in it will be JSON once they are filled in.
///
/// What is filled in is a whole value outside quotes and escaped text inside them, so a stand-in tells.
enum JSONTemplateCheck {
  /// What is wrong, and where, in UTF-8 offsets of the text; `nil` where nothing is.
  static func problem(in parsed: TemplateText) -> TemplateProblem? {
    guard parsed.problems.isEmpty else { return nil }
    let sample = Sample(parsed)
    do throws(JSONSyntaxError) {
      _ = try JSONPrinter.compact.reprint(sample.bytes)
      return nil
    } catch {
      let start = sample.offsetInText(of: error.place.offset)
      let message = "this is not JSON: expected \(error.expected), found \(error.found)"
      return TemplateProblem(.invalidJSON, start..<min(start + 1, parsed.text.utf8.count), message)
    }
  }

  /// The text with a stand-in for each template, and where each of its pieces came from.
  private struct Sample {
    var bytes: [UInt8] = []
    private var starts: [(sample: Int, text: Int)] = []

    init(_ parsed: TemplateText) {
      var quotes = JSONQuotes()
      var offset = 0
      for segment in parsed.segments {
        starts.append((bytes.count, offset))
        switch segment {
        case .literal(let literal):
          quotes.pass(literal)
          bytes += literal.utf8
          offset += literal.utf8.count
        case .template(let template):
          bytes += quotes.isInString ? [] : [UInt8(ascii: "0")]
          offset = template.range.upperBound
        }
      }
    }

    func offsetInText(of offset: Int) -> Int {
      let piece = starts.last { $0.sample <= offset } ?? (0, 0)
      return piece.text + offset - piece.sample
    }
  }
}
