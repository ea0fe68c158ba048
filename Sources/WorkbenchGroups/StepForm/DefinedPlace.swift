import ParleyModel
import WorkbenchServices

/// The place of a line in the definition of a step: the keys that it stands under, and which of the outermost one's items it is.
struct DefinedPlace: Hashable, Sendable {
  /// The outermost first; the last is that of the line, where it has one.
  let keys: [String]
  /// From 0 on.
  let item: Int

  /// - Parameter lines: of the definition, or of two below one another.
  /// - Returns: nil for a line under no key.
  init?(ofLine line: Int, in lines: [String]) {
    guard lines.indices.contains(line) else { return nil }
    var (keys, top, edge) = ([String](), line, Int.max)
    for index in (0...line).reversed() where !lines[index].isEmpty {
      let depth = StepDefinition.depth(of: lines[index])
      guard depth < edge else { continue }
      edge = depth
      guard let key = StepDefinition.key(of: lines[index]) else { continue }
      keys.insert(key, at: 0)
      top = index
    }
    guard !keys.isEmpty, edge == 0 else { return nil }
    self.keys = keys
    item = Self.items(in: lines[top...line].dropFirst())
  }

  /// How many items begin in these lines, but for the first: its others stand as far to the right.
  private static func items(in lines: some Sequence<String>) -> Int {
    let indents = lines.map { $0.prefix { $0 == " " }.count }
    return max(0, indents.count { $0 == indents.first } - 1)
  }
}

// The field of the step's form.
extension DefinedPlace {
  /// The row of a form that the line is about; of several, the first that says something.
  func row(in rows: [StepForm.Row]) -> Int? {
    let fields = fields
    let places = rows.indices.filter { fields.contains(rows[$0].field) }
    return places.first { !rows[$0].text.isEmpty } ?? places.first
  }

  private var fields: [StepField] {
    guard let key = keys.first else { return [] }
    if let kind = JobKind(rawValue: key) { return [.job(kind), .jobItem(kind, item)] }
    switch key {
    case "retry": return [Self.retryFields[keys.dropFirst().first ?? ""] ?? .retries]
    case "each": return keys.count > 1 ? [.eachFile] : [.each, .eachFile]
    default: return Self.fields[key].map { [$0] } ?? []
    }
  }

  private static let fields: [String: StepField] = [
    "request": .request, "group": .group, "serial": .order, "concurrent": .order, "timeout": .timeout, "local": .name,
    "as": .name, "when": .when, "with": .overrides, "limit": .limit, "onFailure": .onFailure, "until": .until,
    "every": .every, "attempts": .attempts, "alsoFailed": .alsoFailed, "always": .always, "disabled": .disabled,
    "docs": .docs,
  ]

  private static let retryFields: [String: StepField] = [
    "delay": .retryDelay, "backoff": .retryBackoff, "jitter": .retryJitter, "status": .retryStatus,
    "retryAfter": .retryAfter,
  ]
}
