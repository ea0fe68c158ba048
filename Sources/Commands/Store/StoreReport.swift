import ParleyEngine
import ParleyStore
import ParleyText
import ParleyWorkspace

/// How the state of a store is printed: in lines for people, as JSON for programs.
struct StoreReport: Sendable {
  let printsJSON: Bool
  let console: any Console

  func check(_ check: StoreCheck) -> ExitStatus {
    if printsJSON { console.print(check.json) } else { lines(of: check).forEach { console.print($0) } }
    return check.isWhole ? .good : .internal
  }

  func repair(_ repair: StoreRepair) -> ExitStatus {
    if printsJSON {
      console.print(repair.json)
    } else {
      for notice in repair.notices { console.print(notice.summary) }
      if repair.removed > 0 { console.print("Removed \(repair.removed.counted("unreadable row")).") }
      lines(of: repair.check).forEach { console.print($0) }
    }
    return repair.check.isWhole ? .good : .internal
  }

  func size(_ size: StoreSize, _ retention: Retention) -> ExitStatus {
    if printsJSON {
      var json = size.json
      json["history"] = ["days": .number(JSONNumber(retention.days)), "bytes": .number(JSONNumber(retention.size))]
      console.print(json)
    } else {
      let width = (size.parts.map(\.name.count).max() ?? 0) + 2
      for part in size.parts { console.print(line(part.name, part.count, part.bytes, nameWidth: width)) }
      console.print(line("total", nil, size.total, nameWidth: width))
      console.note(
        "Exchanges, events and runs are kept for \(retention.words): `history` in parley.yaml says how much.")
    }
    return .good
  }

  private func line(_ name: String, _ count: Int?, _ bytes: Int, nameWidth: Int) -> String {
    let count = count.map(String.init) ?? ""
    return name.padded(to: nameWidth) + count.padded(to: 10, fromLeft: true)
      + String(repeating: " ", count: max(1, 16 - "\(bytes)".count)) + "\(bytes) bytes"
  }

  private func lines(of check: StoreCheck) -> [String] {
    guard !check.files.isEmpty else { return ["Nothing is stored yet."] + check.setAsideLines }
    var lines = check.files.map { file in
      file.problems.isEmpty ? "\(file.path): whole" : "\(file.path): damaged: \(file.problems.joined(separator: "; "))"
    }
    lines += check.unreadableRows.map { "unreadable: \($0)" }
    if check.missingBodies > 0 { lines.append("missing body files: \(check.missingBodies)") }
    if check.orphans > 0 { lines.append("unused body files, to be removed soon: \(check.orphans)") }
    lines += check.setAsideLines
    return lines + [
      check.isWhole
        ? "Everything can be read: \(check.rows.counted("row"))."
        : "Some data is damaged. `parley store repair` recovers what can be read."
    ]
  }
}

extension StoreCheck {
  fileprivate var setAsideLines: [String] { setAside.map { "kept from an earlier repair: \($0)" } }

  fileprivate var json: JSONValue {
    [
      "whole": .bool(isWhole),
      "files": .array(
        files.map { ["path": .string($0.path), "problems": .array($0.problems.map(JSONValue.string))] }),
      "rows": .number(JSONNumber(rows)), "unreadable": .array(unreadableRows.map(JSONValue.string)),
      "missingBodies": .number(JSONNumber(missingBodies)), "orphans": .number(JSONNumber(orphans)),
      "setAside": .array(setAside.map(JSONValue.string)),
    ]
  }
}

extension StoreRepair {
  fileprivate var json: JSONValue {
    [
      "notices": .array(notices.map { .string($0.summary) }), "removed": .number(JSONNumber(removed)),
      "check": check.json,
    ]
  }
}

extension StoreSize {
  fileprivate var json: JSONValue {
    var object = JSONObject()
    for part in parts {
      var value: JSONValue = ["bytes": .number(JSONNumber(part.bytes))]
      value["count"] = part.count.map { .number(JSONNumber($0)) }
      object[part.name] = value
    }
    return ["parts": .object(object), "total": .number(JSONNumber(total))]
  }
}
