import ParleyEngine
import ParleyText
import ParleyWorkspace

/// Two runs side by side, in lines for people and as JSON for programs.
struct ComparisonReport {
  private static let shownDifferences = 20
  private static let longestValue = 60

  private let comparison: RunComparison
  private let ignored: [String]
  private let secrets: Secrets

  /// - Parameters:
  ///   - ignored: the paths that were left out.
  ///   - secrets: those of both runs, which are looked for in values.
  init(_ comparison: RunComparison, ignoring ignored: [String] = [], hiding secrets: Secrets = Secrets()) {
    self.comparison = comparison
    self.ignored = ignored
    self.secrets = secrets
  }

  var lines: [String] {
    let paths = ignored.map { Printable.text($0) }.joined(separator: ", ")
    return comparison.rows.flatMap { row in [line(of: row)] + differences(of: row) }
      + (ignored.isEmpty ? [] : ["ignored: \(paths)"])
  }

  var json: JSONValue {
    [
      "same": .bool(comparison.isSame), "steps": .array(comparison.rows.map(json)),
      "ignored": .array(ignored.map(JSONValue.string)),
    ]
  }

  private func line(of row: RunComparison.Row) -> String {
    let sides = [
      Self.outcome(of: row.left, isInGroup: row.isInLeft, elements: row.counts?.left),
      Self.outcome(of: row.right, isInGroup: row.isInRight, elements: row.counts?.right),
    ]
    let time = row.slower.map { "\($0 < .zero ? "" : "+")\($0.milliseconds)" } ?? ""
    let outcome = sides[0] == sides[1] ? sides[0] : sides.joined(separator: " → ")
    return "\(row.isSame ? "=" : "≠") \(row.path)  \(Printable.text(row.name))  \(outcome)  \(time)"
  }

  /// - Parameter elements: of a list that has another number of them in the other run.
  private static func outcome(of record: NodeRecord?, isInGroup: Bool, elements: Int?) -> String {
    guard isInGroup else { return "no such step" }
    guard let record, record.state != .neverRan else { return "did not run" }
    let facts = [record.status.map(String.init), elements.map { $0.counted("element") }]
    return ([record.state.rawValue] + facts.compactMap(\.self)).joined(separator: " ")
  }

  private func differences(of row: RunComparison.Row) -> [String] {
    resultDifferences(of: row)
      + (row.exchange.map(lines) ?? ["    its request can no longer be read"])
  }

  private func resultDifferences(of row: RunComparison.Row) -> [String] {
    guard let differences = row.differences else { return ["    its output can no longer be read"] }
    guard let shown = shown(differences, of: row) else {
      return differences.isEmpty ? [] : ["    its output is a different secret"]
    }
    return lines(of: shown)
  }

  /// With masks for what is secret; nil where nobody knows what is.
  private func shown(_ differences: [ValueDifference], of row: RunComparison.Row) -> [ValueDifference]? {
    guard isKnown(row.left), isKnown(row.right) else { return nil }
    return differences.map { $0.masked(row.left?.made.secretOutput, row.right?.made.secretOutput) }
  }

  private func isKnown(_ record: NodeRecord?) -> Bool {
    record.map { !$0.isSecret || $0.made.secretOutput != nil } ?? true
  }

  private func lines(of differences: [ValueDifference]) -> [String] {
    let shown = differences.prefix(Self.shownDifferences).map { difference in
      "    \(difference.path): \(text(difference.left)) → \(text(difference.right))"
    }
    let rest = differences.count - shown.count
    return shown + (rest > 0 ? ["    and \(rest) more"] : [])
  }

  private func text(_ value: JSONValue?) -> String {
    guard let value else { return "–" }
    return Printable.text(value.shortText(Self.longestValue, hiding: secrets))
  }

  private func json(of row: RunComparison.Row) -> JSONValue {
    var object: JSONValue = ["step": .string("\(row.path)"), "name": .string(row.name), "same": .bool(row.isSame)]
    object["left"] = row.left.map { $0.json() }
    object["right"] = row.right.map { $0.json() }
    let result = row.differences.flatMap { shown($0, of: row) }
    guard result != nil || row.exchange?.isEmpty == false else { return object }
    object["differences"] = .array(
      ((result ?? []) + (row.exchange ?? [])).map { difference in
        var change: JSONValue = ["path": .string("\(difference.path)")]
        change["left"] = difference.left
        change["right"] = difference.right
        return change
      })
    return object
  }
}

extension ValueDifference {
  fileprivate func masked(_ left: SecretParts?, _ right: SecretParts?) -> ValueDifference {
    let parts = (left?.part(at: path), right?.part(at: path))
    return ValueDifference(
      path: path, left: self.left.map { parts.0?.masked($0) ?? $0 }, right: self.right.map { parts.1?.masked($0) ?? $0 }
    )
  }
}
