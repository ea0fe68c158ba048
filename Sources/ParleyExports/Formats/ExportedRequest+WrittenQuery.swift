import ParleyEngine
import ParleyFiles
import ParleyText

extension ExportedRequest {
  /// The whole query as it is sent, but for templates: for programs that send it as it stands.
  var writtenQuery: [QueryPair] {
    written
      + query.map { row -> QueryPair in
        let name = row.name.encodedBetweenTemplates { text in
          PercentText.encoded(text) { $0.isLetterOrDigit || "-._~[]".utf8.contains($0) }
        }
        return .init(name: name, value: row.value.encodedBetweenTemplates(Self.written), isOn: row.isOn)
      }
  }

  /// Blanks and the like, which everybody encodes, stay readable.
  private static func written(_ text: String) -> String {
    !text.contains("%") && WrittenText.isExact(text) ? text : PercentText.encoded(text)
  }
}
