/// The account of the rows of a list that went through a filter: which came through, which were dropped, and by which part of it.
package struct RowAccount: Sendable, Hashable, Codable {
  /// The fate of a row.
  package enum Fate: Sendable, Hashable {
    /// It is in the output, at this place.
    case kept(Int)
    /// It took part in what the filter computed.
    case used
    /// This part of the filter dropped it; nil where nobody can say which.
    case dropped(by: String?)
  }

  /// The list that the rows come from, as the filter names it: `.items`.
  package var list: String
  /// How many rows there were.
  package var into: Int
  /// How many came out.
  /// Nil where the output is no list.
  package var out: Int?
  /// How many of the rows that came out come from none that went in.
  package var added = 0
  /// How many were dropped.
  package var dropped = 0
  /// The parts of the filter that dropped rows.
  package private(set) var parts: [String] = []
  /// The fate of each row, of the first ``most``: from 0 the place in the output, -1 took part, -2 dropped, below by a part.
  private var codes: [Int] = []

  /// The rows whose fates are kept.
  package static let most = 2_000

  /// No row has been looked at.
  package init(list: String, into: Int, out: Int?) {
    (self.list, self.into, self.out) = (list, into, out)
  }

  /// Adds the fate of the next row.
  package mutating func add(_ fate: Fate) {
    if case .dropped = fate { dropped += 1 }
    guard codes.count < Self.most else { return }
    switch fate {
    case .kept(let place): codes.append(place)
    case .used: codes.append(-1)
    case .dropped(nil): codes.append(-2)
    case .dropped(let part?):
      let index = parts.firstIndex(of: part) ?? parts.count
      if index == parts.count { parts.append(part) }
      codes.append(-3 - index)
    }
  }

  /// The fates of the rows, in order; of a long list those of the first ones.
  package var fates: [Fate] {
    codes.map { code in
      switch code {
      case 0...: .kept(code)
      case -1: .used
      case -2: .dropped(by: nil)
      default: .dropped(by: parts.indices.contains(-3 - code) ? parts[-3 - code] : nil)
      }
    }
  }

  /// `11 in, 9 out`
  package var words: String { out.map { "\(into) in, \($0) out" } ?? "\(into) in, \(into - dropped) used" }

  /// Whether the filter takes rows over. One such as `keys` makes others of them.
  package var mapsRows: Bool { !codes.isEmpty || into == 0 }

  /// For each part of the filter that dropped rows, how many of those whose fates are kept.
  package var losses: [(part: String, count: Int)] {
    parts.enumerated().map { index, part in (part, codes.count { $0 == -3 - index }) }
  }

  /// Numbers of a file from elsewhere may be any.
  var bounded: RowAccount {
    var copy = self
    (copy.into, copy.out) = (Self.bounded(into), out.map(Self.bounded))
    (copy.added, copy.dropped) = (Self.bounded(added), min(Self.bounded(dropped), copy.into))
    copy.codes = Array(codes.prefix(Self.most)).map { max($0, -3 - parts.count) }
    return copy
  }

  private static func bounded(_ count: Int) -> Int { min(max(0, count), 1 << 40) }

  /// The same with other texts of the filter, for masking.
  package func replacingTexts(by change: (String) -> String) -> RowAccount {
    var copy = self
    (copy.list, copy.parts) = (change(list), parts.map(change))
    return copy
  }
}
