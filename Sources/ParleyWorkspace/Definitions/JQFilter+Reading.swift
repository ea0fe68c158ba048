import ParleyText

extension Reader where Value == JQFilter {
  /// A filter, whose mistakes are told with their place as far as they show without jq.
  static var filter: Reader {
    let expected = "a jq filter such as '.items | length > 0'"
    return Reader(expected, .text(pattern: "."), write: { .text($0.text) }) { node, decoding in
      guard let text = node.text, !node.isAbsent else { return decoding.mismatch(node, expected: expected) }
      decoding.warnOfComment(behind: node)
      do throws(JQMistake) {
        return try JQFilter(parsing: text)
      } catch {
        decoding.note(
          Diagnostic(error, at: decoding.source.place(of: error.range, in: Located(text, at: node.place)) ?? node.place)
        )
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

extension Diagnostic {
  init(_ mistake: JQMistake, at place: SourcePlace) {
    self.init(.filter, at: place, mistake.message, hint: mistake.hint)
  }
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
