import JQ
import ParleyText

extension Reader where Value == JQFilter {
  /// A reader of filters, which reports mistakes with their location.
  static var filter: Reader {
    let expected = "a jq filter such as '.items | length > 0'"
    return Reader(expected, .text(pattern: "."), write: { .text($0.text) }) { node, decoding in
      guard let text = node.text, !node.isAbsent else { return decoding.mismatch(node, expected: expected) }
      decoding.warnOfComment(behind: node)
      do throws(JQCompileError) {
        return try JQFilter(parsing: text)
      } catch {
        let place = decoding.source.place(of: error.shownRange, in: Located(text, at: node.place))
        decoding.note(Diagnostic(.filter, at: place ?? node.place, error.message))
        return nil
      }
    }
  }
}

extension Reader where Value == [Located<JQFilter>] {
  /// A list of filters, or one.
  static var filters: Reader {
    let one = Reader<JQFilter>.filter
    return Reader(
      "a list of jq filters", .either([one.schema, .list(one.schema)]),
      write: { filters in filters.isEmpty ? nil : .list(filters.map { .text($0.value.text) }) }
    ) { node, decoding in
      (node.items ?? [node]).compactMap { item in one.located.read(item, &decoding) }
    }
  }
}

extension JQCompileError {
  /// The range to underline. A part that is missing at the end is shown at the last character.
  fileprivate var shownRange: Range<Int> { range.isEmpty ? max(0, range.lowerBound - 1)..<range.lowerBound : range }
}

extension Decoding {
  /// YAML ends a text without quotes at ` #`, which in jq may be in the middle of a string.
  fileprivate mutating func warnOfComment(behind node: YAMLNode) {
    guard case .scalar(_, .plain) = node.content else { return }
    let rest = source.bytes[min(node.place.range.upperBound, source.bytes.count)...]
    let blanks = rest.prefix(while: \.isBlank)
    guard !blanks.isEmpty, rest.dropFirst(blanks.count).first == UInt8(ascii: "#") else { return }
    note(
      Diagnostic(
        .filter, .warning, at: node.place, "YAML ends the filter at ' #': the rest is a comment",
        hint: "write the filter in single quotes"))
  }
}
