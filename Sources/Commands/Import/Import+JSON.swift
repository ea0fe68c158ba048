import ParleyEngine
import ParleyFiles
import ParleyFormats

// The output of `parley import --json`.
extension ImportPlan {
  /// - Parameter isWritten: whether it is more than a list of what would be made.
  func json(of api: ImportedAPI, isWritten: Bool) -> JSONValue {
    [
      "format": .string(api.format), "workspace": .string(root), "requests": .number(JSONNumber(requestCount)),
      "files": .array(
        files.map { ["path": .string($0.path), "change": .string($0.before == nil ? "new" : "changed")] }
          + kept.map { ["path": .string($0), "change": "unchanged"] }),
      "notes": .array(notes.map(\.json)), "credentials": .number(JSONNumber(secrets.count)),
      "written": .bool(isWritten),
    ]
  }
}

extension ImportUpdate {
  func json(isWritten: Bool) -> JSONValue {
    [
      "description": .string(name), "workspace": .string(root), "operations": .number(JSONNumber(operationCount)),
      "changes": .array(changes.map(\.json)), "notes": .array(notes.map(\.json)),
      "credentials": .number(JSONNumber(secrets.count)), "written": .bool(isWritten),
    ]
  }
}

extension ImportUpdate.Change {
  fileprivate var json: JSONValue {
    var object: JSONValue = ["change": .string(kind.rawValue), "what": .string(what)]
    object["file"] = file.map(JSONValue.string)
    if !detail.isEmpty { object["detail"] = .string(detail) }
    return object
  }
}

extension ImportNote {
  fileprivate var json: JSONValue { ["place": .string(place), "text": .string(text)] }
}
