import WorkbenchServices

extension DraftBody {
  /// Changes the rows of a form, or those of a multipart body: one that stays keeps its file and its type.
  mutating func changeRows(_ change: (inout [DraftRow]) -> Void) {
    switch self {
    case .form(var rows):
      change(&rows)
      self = .form(rows)
    case .multipart(let parts):
      var rows = parts.map(\.row)
      change(&rows)
      self = .multipart(Self.parts(parts, with: rows))
    case .messages(var rows):
      change(&rows)
      self = .messages(rows)
    case .none, .json, .text, .file, .graphql: break
    }
  }

  /// Equal rows keep what else is known of them, in their order; of as many rows as before, a changed one does too.
  private static func parts(_ old: [DraftPart], with rows: [DraftRow]) -> [DraftPart] {
    var rest = old
    return rows.enumerated().map { place, row in
      if let match = rest.firstIndex(where: { $0.row == row }) { return rest.remove(at: match) }
      guard rows.count == old.count else { return DraftPart(row) }
      var part = old[place]
      part.row = row
      return part
    }
  }
}
