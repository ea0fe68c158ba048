internal import HTTPTypes
package import ParleyEngine
internal import ParleyFiles
package import ParleyModel
internal import ParleyStore
internal import ParleyText

/// The differences between recorded responses and a description, in both directions.
package struct APIDrift: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    /// The status is in no response of the operation.
    case status
    case contentType
    /// A property that no schema has.
    case property
    case header
    /// A property or header that must be there, and is not.
    case missing
    /// Another type, or a value that is not allowed.
    case value
  }

  /// The same difference in several responses is reported once.
  package struct Finding: Sendable {
    package let kind: Kind
    /// With `[]` in place of an index.
    package let what: String
    package internal(set) var count: Int
    /// The newest that has it.
    package let example: HistoryEntry
  }

  package let api: APIDescription
  package let operation: DescribedOperation
  /// How many responses were looked at.
  package internal(set) var responses = 0
  package internal(set) var findings: [Finding] = []

  package init(api: APIDescription, operation: DescribedOperation, findings: [Finding] = []) {
    self.api = api
    self.operation = operation
    self.findings = findings
  }

  package mutating func note(_ kind: Kind, _ what: String, _ entry: HistoryEntry) {
    if let place = findings.firstIndex(where: { $0.kind == kind && $0.what == what }) {
      findings[place].count += 1
    } else {
      findings.append(Finding(kind: kind, what: what, count: 1, example: entry))
    }
  }
}

extension SchemaFiles {
  package func adding(_ response: Response, _ entry: HistoryEntry, to drift: APIDrift) -> APIDrift {
    var drift = drift
    let (api, operation) = (drift.api, drift.operation)
    drift.responses += 1
    compareHeaders(of: response, entry, &drift)
    switch api.response(of: operation, status: response.status.code, type: response.headers[.contentType]) {
    case .free: break
    case .unknownStatus: drift.note(.status, "\(response.status.code)", entry)
    case .unknownType:
      drift.note(.contentType, Printable.text(MediaRange.plain(response.headers[.contentType] ?? "")), entry)
    case .schema(let schema):
      guard let body = try? JQInput(response).value else { break }
      let (mistakes, unknown) = validator(of: schema).comparison(with: body)
      for path in unknown { drift.note(.property, path.general, entry) }
      for mistake in mistakes {
        drift.note(mistake.isMissing ? .missing : .value, "\(mistake.path.general) \(mistake.text)", entry)
      }
    }
    return drift
  }

  /// Usual headers are in no description: of others those that begin with `X-` count, and those that must be there.
  private func compareHeaders(of response: Response, _ entry: HistoryEntry, _ drift: inout APIDrift) {
    guard let node = drift.api.responseNode(of: drift.operation, status: response.status.code) else { return }
    var references = drift.api.references
    let described = node["headers"]?.members ?? []
    let names = Set(described.map { $0.key.lowercased() })
    for field in response.headers {
      let name = field.name.canonicalName
      if name.hasPrefix("x-"), !names.contains(name) { drift.note(.header, Printable.text(field.name.rawName), entry) }
    }
    for (name, header) in described where references.resolved(header)?.value["required"]?.bool == true {
      guard let field = HTTPField.Name(name), response.headers[field] == nil else { continue }
      drift.note(.missing, "header \(Printable.text(name))", entry)
    }
  }
}

extension ValuePath {
  /// With `[]` in place of each index, so that the items of a list say the same.
  fileprivate var general: String {
    let text = segments.reduce(into: "") { text, segment in
      switch segment {
      case .index: text += "[]"
      case .key: text += Printable.text("\(ValuePath([segment]))".replacing(".[", with: "["))
      }
    }
    return text.hasPrefix(".") ? text : ".\(text)"
  }
}
