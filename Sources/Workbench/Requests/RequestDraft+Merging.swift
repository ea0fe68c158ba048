extension RequestDraft {
  /// These edits and those that somebody else has made in the file, value by value, row by row, and of longer texts line by line.
  /// - Parameters:
  ///   - theirs: what the file says now.
  ///   - base: what it said when these edits began.
  /// - Returns: nil where they clash.
  func merged(with theirs: RequestDraft, over base: RequestDraft) -> RequestDraft? {
    guard let method = Merge.value(method, theirs.method, over: base.method),
      let url = Merge.value(url, theirs.url, over: base.url),
      let server = Merge.value(server, theirs.server, over: base.server),
      let docs = Merge.lines(docs, theirs.docs, over: base.docs),
      let body = body.merged(with: theirs.body, over: base.body),
      let filters = ThreeWayMerge(over: base.expectedFilters).merged(expectedFilters, theirs.expectedFilters)
    else { return nil }
    var merged = self
    (merged.method, merged.url, merged.server) = (method, url, server)
    (merged.docs, merged.body, merged.expectedFilters) = (docs, body, filters)
    return merged.mergeRows(with: theirs, over: base) && merged.mergeSettings(with: theirs, over: base) ? merged : nil
  }

  private static let rowLists: [any WritableKeyPath<RequestDraft, [DraftRow]> & Sendable] = [
    \.path, \.query, \.headers, \.expectedHeaders, \.captures,
  ]

  private mutating func mergeRows(with theirs: RequestDraft, over base: RequestDraft) -> Bool {
    for list in Self.rowLists {
      guard let rows = self[keyPath: list].merged(with: theirs[keyPath: list], over: base[keyPath: list]) else {
        return false
      }
      self[keyPath: list] = rows
    }
    return true
  }

  private mutating func mergeSettings(with theirs: RequestDraft, over base: RequestDraft) -> Bool {
    for key in SettingKey.allCases {
      guard let text = Merge.value(self[key], theirs[key], over: base[key]) else { return false }
      self[key] = text
    }
    return true
  }
}

extension [DraftRow] {
  /// Rows that both have added stand one behind the other, unless they are of one name.
  fileprivate func merged(with theirs: [DraftRow], over base: [DraftRow]) -> [DraftRow]? {
    ThreeWayMerge(over: base) { Set($0.map(\.name)).isDisjoint(with: $1.map(\.name)) }.merged(self, theirs)
  }
}

extension DraftBody {
  /// Texts of one kind are merged line by line, what else it may be as a whole.
  fileprivate func merged(with theirs: DraftBody, over base: DraftBody) -> DraftBody? {
    switch (self, theirs, base) {
    case (.json(let mine), .json(let theirs), .json(let base)):
      Merge.lines(mine, theirs, over: base).map(DraftBody.json)
    case (.text(let mine), .text(let theirs), .text(let base)):
      Merge.lines(mine, theirs, over: base).map(DraftBody.text)
    case (.form(let mine), .form(let theirs), .form(let base)):
      mine.merged(with: theirs, over: base).map(DraftBody.form)
    default: Merge.value(self, theirs, over: base)
    }
  }
}
