/// The result of a salvage.
public struct SalvageReport: Sendable, Hashable {
  /// Rows that were brought over, by table.
  var kept: [String: Int] = [:]
  /// Rows that were seen and could not be read.
  public internal(set) var lostRows = 0
  /// Pages of which nobody knows what they held.
  public internal(set) var damagedPages = 0
  /// Files of bodies that rows need and that are not there.
  public internal(set) var missingBodies = 0

  /// `2 drafts, 14 changes of shared data; 1 row and 3 pages could not be read`
  public var summary: String {
    let found = StoreTable.allCases.compactMap { table in
      kept[table.rawValue].flatMap { $0 > 0 ? "\($0) \($0 == 1 ? table.words.one : table.words.many)" : nil }
    }
    let lost = [
      Self.count(lostRows, "row"), Self.count(damagedPages, "page"), Self.count(missingBodies, "body file"),
    ].compactMap(\.self)
    let recovered = found.isEmpty ? "nothing could be recovered" : "recovered: \(found.joined(separator: ", "))"
    return lost.isEmpty ? recovered : "\(recovered); unreadable or missing: \(lost.joined(separator: ", "))"
  }

  private static func count(_ count: Int, _ word: String) -> String? {
    count == 0 ? nil : "\(count) \(word)\(count == 1 ? "" : "s")"
  }
}
