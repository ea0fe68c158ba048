internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// A query as another program sends it, byte for byte.
///
/// Parley encodes the values of rows, and each of them in one way. So a query becomes rows where that gives the same
/// bytes, and otherwise stands in the URL, where nothing is encoded that may stand there. Rows that are switched off are
/// kept in either case.
///
/// ```swift
/// ImportedQuery.set(QueryPair.all(of: "q=a%20b&page=1"), of: &request, &texts)   // rows q: a b, page: 1
/// ImportedQuery.set(QueryPair.all(of: "q=a+b&flag"), of: &request, &texts)       // url: …?q=a+b&flag
/// ```
enum ImportedQuery {
  /// Adds pairs to a request that has a URL already.
  static func set(_ pairs: [QueryPair], of request: inout RequestDefinition, _ texts: inout ImportedTexts) {
    let on = pairs.filter(\.isOn)
    guard !request.url.value.contains("?"), on.allSatisfy({ isExact($0, texts) }) else {
      let query = on.map(\.text).joined(separator: "&")
      append(query, to: &request, &texts)
      request.query += pairs.filter { !$0.isOn }.map { row($0, &texts) }
      return
    }
    request.query += pairs.map { row($0, &texts) }
  }

  private static func append(_ query: String, to request: inout RequestDefinition, _ texts: inout ImportedTexts) {
    let url = request.url.value
    let mark = !url.contains("?") ? "?" : url.hasSuffix("?") || query.isEmpty ? "" : "&"
    let screened = texts.url("?" + query.replacing("#", with: "%23")).dropFirst()
    request.url = Located(url + mark + screened)
  }

  private static func row(_ pair: QueryPair, _ texts: inout ImportedTexts) -> Row {
    let name = PercentText.decoded(pair.name, plusIsBlank: false)
    let value = texts.templates.segments(of: pair.value ?? "").map { piece in
      switch piece {
      case .literal(let text): PercentText.decoded(text, plusIsBlank: false)
      case .template(let whole, _): whole
      }
    }.joined()
    return Row(name, texts.value(value, named: name), isOn: pair.isOn)
  }

  /// Whether a row is sent as the same bytes.
  private static func isExact(_ pair: QueryPair, _ texts: ImportedTexts) -> Bool {
    guard let value = pair.value, !pair.name.isEmpty, !texts.templates.hasTemplate(pair.name),
      WrittenText.isExact(pair.name, keeping: "[]")
    else { return false }
    return texts.templates.segments(of: value).allSatisfy { piece in
      if case .literal(let text) = piece { WrittenText.isExact(text) } else { true }
    }
  }
}
