package import ParleyModel
package import WorkbenchServices

extension RequestVocabulary {
  /// A part of a request that has rows of names and values.
  package enum Part: Hashable, Sendable {
    case path, query, form, headers
  }

  /// The URLs of all requests but one, each once.
  package func urls(besides request: RequestID) -> [Suggestion] {
    words(entries.filter { $0.id != request && !$0.url.isEmpty }.map { ($0.url, "\($0.method) \($0.id)") })
  }

  /// Those whose responses a template can name.
  package var requests: [Suggestion] {
    entries.map { Suggestion($0.id.rawValue, note: "\($0.method) \($0.url)") }
  }

  /// The names that rows have, those of requests to the same URL first.
  package func names(in part: Part, near url: String) -> [Suggestion] {
    words(
      nearest(to: url).flatMap { entry in
        entry.rows(part).filter { !$0.name.isEmpty }.map { ($0.name, entry.id.rawValue) }
      })
  }

  /// The values that rows of a name have, those of requests to the same URL first.
  package func values(of name: String, in part: Part, near url: String) -> [Suggestion] {
    let isWanted = { (row: DraftRow) in
      !row.value.isEmpty && (part == .headers ? row.name.lowercased() == name.lowercased() : row.name == name)
    }
    return words(
      nearest(to: url).flatMap { entry in entry.rows(part).filter(isWanted).map { ($0.value, entry.id.rawValue) } })
  }

  private func nearest(to url: String) -> [Entry] {
    let base = QueryText(url).base
    return entries.filter { $0.url == base } + entries.filter { $0.url != base }
  }

  /// Each text once, with who else has it.
  private func words(_ found: [(text: String, owner: String)]) -> [Suggestion] {
    var owners: [String: [String]] = [:]
    var order: [String] = []
    for (text, owner) in found {
      if owners[text] == nil { order.append(text) }
      if owners[text]?.last != owner { owners[text, default: []].append(owner) }
    }
    return order.map { text in
      let all = owners[text] ?? []
      let others = all.count > 1 ? " and \(all.count - 1) more" : ""
      return Suggestion(text, note: (all.first ?? "") + others)
    }
  }
}

extension RequestVocabulary.Entry {
  fileprivate func rows(_ part: RequestVocabulary.Part) -> [DraftRow] {
    switch part {
    case .path: path
    case .query: query
    case .form: form
    case .headers: headers
    }
  }
}
