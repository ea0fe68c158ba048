import ParleyEngine
import ParleyFormats
import ParleyStore
import ParleyText
import ParleyWorkspace

/// `parley api …`: what the descriptions in `openapi/` say of the requests and of the history.
package struct APICommand: Sendable {
  package enum Action: Sendable {
    case coverage
    case drift
  }

  package var action: Action
  package var arguments: SessionArguments
  /// Only this one.
  package var description: String?
  package var printsJSON: Bool

  package init(_ action: Action, _ arguments: SessionArguments, description: String? = nil, printsJSON: Bool = false) {
    self.action = action
    self.arguments = arguments
    self.description = description
    self.printsJSON = printsJSON
  }

  package func run(on console: any Console) async -> ExitStatus {
    await arguments.withSession(
      on: console, needing: .log, toChange: false, printsJSON: printsJSON, busy: "comparing with the description"
    ) {
      session, console in
      switch action {
      case .coverage:
        let all = try await session.descriptions.coverage(of: description)
        if printsJSON {
          console.print(.array(all.map(\.json)))
        } else {
          console.print(APIReport.lines(of: all).joined(separator: "\n"))
        }
      case .drift:
        let all = try await session.descriptions.drift(of: description)
        if printsJSON {
          console.print(.array(all.map(\.json)))
        } else {
          console.print(APIReport.lines(of: all).joined(separator: "\n"))
        }
      }
      return .good
    }
  }
}

extension APICoverage {
  fileprivate var json: JSONValue {
    [
      "description": .string(api.name), "version": .string(api.version),
      "operations": .number(JSONNumber(operations.count)),
      "withRequest": .number(JSONNumber(withRequest)), "sent": .number(JSONNumber(sent)),
      "unknownOperations": .array(strays.map(JSONValue.string)),
      "list": .array(
        operations.map { each in
          [
            "operation": .string(each.operation.key), "method": .string(each.operation.method),
            "path": .string(each.operation.path), "requests": .array(each.requests.map(JSONValue.string)),
            "exchanges": .number(JSONNumber(each.exchanges.count)),
          ]
        }),
    ]
  }
}

extension APIDrift {
  fileprivate var json: JSONValue {
    [
      "description": .string(api.name), "operation": .string(operation.key), "method": .string(operation.method),
      "path": .string(operation.path), "responses": .number(JSONNumber(responses)),
      "findings": .array(
        findings.map { finding in
          [
            "kind": .string(finding.kind.rawValue), "what": .string(finding.what),
            "responses": .number(JSONNumber(finding.count)), "example": .number(JSONNumber(finding.example.sequence)),
            "time": .string(finding.example.startedAt.iso8601),
          ]
        }),
    ]
  }
}
