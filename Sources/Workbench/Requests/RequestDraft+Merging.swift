import ParleyModel
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

extension RequestDraft {
  /// Merges these edits with those that somebody else has made in the file, value by value, row by row, and longer
  /// texts line by line.
  /// - Parameters:
  ///   - theirs: the current contents of the file.
  ///   - base: the contents of the file when these edits began.
  /// - Returns: nil where they clash.
  func merged(with theirs: RequestDraft, over base: RequestDraft) -> RequestDraft? {
    var hasClash = false
    let both = merged(with: theirs, over: base) { mine, _ in
      hasClash = true
      return mine
    }
    return hasClash ? nil : both
  }

  /// Both ways of deciding what clashes; all else is merged in either.
  func mergedEitherWay(
    with theirs: RequestDraft, over base: RequestDraft
  ) -> (mine: RequestDraft, theirs: RequestDraft) {
    (merged(with: theirs, over: base) { mine, _ in mine }, merged(with: theirs, over: base) { _, theirs in theirs })
  }

  /// - Parameter decide: says which draft's part counts where they clash.
  private func merged(
    with theirs: RequestDraft, over base: RequestDraft, clashing decide: (RequestDraft, RequestDraft) -> RequestDraft
  ) -> RequestDraft {
    var merged = self
    func put<Part>(_ part: WritableKeyPath<RequestDraft, Part>, _ both: Part?) {
      merged[keyPath: part] = both ?? decide(self, theirs)[keyPath: part]
    }
    put(\.method, Merge.value(method, theirs.method, over: base.method))
    put(\.url, Merge.value(url, theirs.url, over: base.url))
    put(\.server, Merge.value(server, theirs.server, over: base.server))
    put(\.docs, Merge.lines(docs, theirs.docs, over: base.docs))
    put(\.body, body.merged(with: theirs.body, over: base.body))
    put(
      \.expectedFilters, ThreeWayMerge(over: base.expectedFilters).merged(expectedFilters, theirs.expectedFilters))
    for list in Self.rowLists {
      put(list, self[keyPath: list].merged(with: theirs[keyPath: list], over: base[keyPath: list]))
    }
    for key in SettingKey.allCases {
      merged[key] = Merge.value(self[key], theirs[key], over: base[key]) ?? decide(self, theirs)[key]
    }
    return merged
  }

  private static let rowLists: [any WritableKeyPath<RequestDraft, [DraftRow]> & Sendable] = [
    \.path, \.query, \.headers, \.expectedHeaders, \.captures,
  ]
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
