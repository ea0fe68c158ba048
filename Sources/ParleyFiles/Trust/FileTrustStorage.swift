internal import ParleyEngine
internal import ParleyModel
internal import ParleyText

/// Trust in a file of the user's state directory, readable by the user alone.
package struct FileTrustStorage: TrustStorage {
  private let path: String

  /// - Parameter directory: made with its parents when it is not there.
  package init(directory: String) {
    path = directory.appendingPath("trust.json")
  }

  package var file: String? { path }

  private static let limit = 16 << 20

  package func grant(for workspace: WorkspaceIdentity) throws -> TrustGrant {
    let record = Self.records(try FileSystem.readIfPresent(path, limit: Self.limit))[workspace.path]
    guard record?["id"]?.string == workspace.id else { return TrustGrant() }
    return TrustGrant((record?["allowed"]?.array ?? []).compactMap(TrustItem.init(json:)))
  }

  package func save(_ grant: TrustGrant, for workspace: WorkspaceIdentity) throws {
    let record: JSONValue = [
      "id": .string(workspace.id), "allowed": .array(grant.items.sorted().map(\.json)),
    ]
    try FileSystem.makeDirectories(path.parentPath, mode: 0o700)
    try FileUpdate.change(path, limit: Self.limit, mode: 0o600) { bytes in
      var records = Self.records(bytes)
      records[workspace.path] = record
      return JSONPrinter.pretty.bytes(of: .object(records)) + [.newline]
    }
  }

  private static func records(_ bytes: [UInt8]?) -> JSONObject {
    bytes.flatMap { try? JSONValue(parsing: $0) }?.object ?? [:]
  }
}

extension TrustItem {
  var json: JSONValue {
    switch self {
    case .environmentVariable(let name): ["environmentVariable": .string(name)]
    case .file(let path): ["file": .string(path)]
    case .writing(let path): ["writing": .string(path)]
    case .socket(let path): ["socket": .string(path)]
    case .database(let address): ["database": .string(address)]
    case .replacing(let path, let mark): ["replacing": .string(path), "mark": .string(mark.rawValue)]
    case .command(let arguments, let files):
      [
        "command": .array(arguments.map(JSONValue.string)),
        "files": .object(JSONObject(files.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })),
      ]
    }
  }

  /// Of a kind that this program does not know: nothing, so that it is asked again.
  init?(json: JSONValue) {
    if let name = json["environmentVariable"]?.string {
      self = .environmentVariable(name)
    } else if let path = json["file"]?.string {
      self = .file(path)
    } else if let path = json["writing"]?.string {
      self = .writing(path)
    } else if let path = json["socket"]?.string {
      self = .socket(path)
    } else if let address = json["database"]?.string {
      self = .database(address)
    } else if let path = json["replacing"]?.string, let mark = json["mark"]?.string {
      self = .replacing(path, as: FileMark(rawValue: mark))
    } else if let arguments = json["command"]?.array?.compactMap(\.string), !arguments.isEmpty {
      let files = (json["files"]?.object ?? [:]).compactMap { name, hash in hash.string.map { (name, $0) } }
      self = .command(arguments, files: Dictionary(files) { $1 })
    } else {
      return nil
    }
  }
}
