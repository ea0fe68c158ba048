import ParleyEngine
import ParleyText

/// The rows of a list that went through the filter of a step.
enum RowReport {
  /// `11 in, 9 out: select(.discount >= 0) dropped 2`
  static func lines(of record: NodeRecord) -> [String] {
    guard let rows = record.made.rows, record.kind == .job || record.made.elements != nil else { return [] }
    if record.ranForNothing, rows.into == 0 { return ["0 of 0: \(rows.list) is an empty list"] }
    let losses = rows.losses.map { "\($0.part) dropped \($0.count)" }
    return [([rows.words] + (losses.isEmpty ? [] : [losses.joined(separator: ", ")])).joined(separator: ": ")]
  }

  static func json(of rows: RowAccount) -> JSONValue {
    var object: JSONValue = [
      "list": .string(rows.list), "in": .number(JSONNumber(rows.into)), "mapsRows": .bool(rows.mapsRows),
    ]
    object["out"] = rows.out.map { .number(JSONNumber($0)) }
    guard rows.mapsRows else { return object }
    object["added"] = .number(JSONNumber(rows.added))
    object["dropped"] = .array(
      rows.fates.enumerated().compactMap { index, fate in
        guard case .dropped(let part) = fate else { return nil }
        var row: JSONValue = ["row": .number(JSONNumber(index))]
        row["by"] = part.map(JSONValue.string)
        return row
      })
    return object
  }
}
