internal import ParleyEngine
package import ParleyFiles
internal import ParleyModel
import ParleyText

/// The exported part of a workspace: requests with what they inherit, values and environments.
///
/// ```swift
/// let api = try ExportedAPI(session.workspace, environment: session.environment, ["user"])
/// let file = try api.file(as: .postman)
/// ```
package struct ExportedAPI: Sendable {
  let workspace: Workspace
  /// The environment whose defaults apply, and whose values are used if a format has only one environment.
  let environment: WorkspaceEnvironment?
  package let selection: ExportSelection
  private(set) var requests: [ExportedRequest]
  /// Recorded responses, newest first, by request id.
  package var recorded: [String: [RecordedResponse]] = [:]

  /// - Parameter names: ids of requests and groups, and paths of folders; all requests where there are none.
  package init(
    _ workspace: Workspace, environment: WorkspaceEnvironment?, _ names: [String] = []
  ) throws(ExportError) {
    let workspace = workspace.withoutCredentials
    let environment = environment.flatMap { workspace.environment($0.name) }
    self.workspace = workspace
    self.environment = environment
    selection = try ExportSelection(names, in: workspace)
    requests = selection.requests.compactMap { id in
      workspace.request(id).map { request in
        ExportedRequest(workspace.effective(request.definition, id: id, environment: environment), of: workspace) {
          KnownValues(workspace, environment).filled($0)
        }
      }
    }
    captureResponses()
  }

  /// A request as it is being edited.
  package init(
    _ workspace: Workspace, environment: WorkspaceEnvironment?, of definition: RequestDefinition, as id: String
  ) {
    let workspace = workspace.withoutCredentials
    let environment = environment.flatMap { workspace.environment($0.name) }
    self.workspace = workspace
    self.environment = environment
    selection = ExportSelection(request: id)
    let effective = workspace.effective(definition.withoutCredentials(as: id), id: id, environment: environment)
    requests = [ExportedRequest(effective, of: workspace, resolved: KnownValues(workspace, environment).filled)]
  }

  /// Turns values that requests read from the last response of another request into captures of that request, if it is
  /// exported too.
  private mutating func captureResponses() {
    let read = requests.flatMap(\.texts).flatMap { TemplateText($0).templates }
    for value in read.flatMap(\.expression.all).compactMap(ResponseValue.init) {
      guard let index = requests.firstIndex(where: { $0.id == value.request }),
        !requests[index].capture.contains(where: { $0.key.value == value.name })
      else { continue }
      requests[index].capture.append(CaptureDefinition(key: Located(value.name), path: Located(value.path)))
    }
  }

  /// Whether the last response of a request is read by a name that the export keeps.
  func keeps(_ value: ResponseValue) -> Bool { requests.contains { $0.id == value.request } }

  /// The title of the export: the workspace's name, or that of the named part.
  package var title: String {
    guard let name = selection.names.first, selection.names.count == 1 else { return workspace.name }
    return name.split(separator: "/").joined(separator: " ")
  }

  /// A name for the exported file, without an ending.
  package var fileStem: String { ImportNames.slug(title, or: "api") }

  /// The notes that apply to all requests; nil if there are none.
  var docs: String? { workspace.defaults(for: "").first?.defaults.docs?.value }

  /// Notes about a folder.
  func docs(ofFolder path: String) -> String? { workspace.folderDefaults[path]?.docs?.value }

  /// The values of the workspace that are in no environment, or stand for all of them.
  var variables: [Variable] { workspace.definition.vars }

  /// Those that were named; all of the workspace where nothing was.
  var groups: [WorkspaceGroup] {
    selection.names.isEmpty ? workspace.groups : workspace.groups.filter { selection.groups.contains($0.id) }
  }

  /// Its requests in the format; groups are refused, as formats other than code have none.
  func checkedRequests(as format: ExportFormat) throws(ExportError) -> [ExportedRequest] {
    if let group = selection.groups.first { throw .groupIsNoPart(group, format: format.title) }
    guard !requests.isEmpty else { throw .nothingThere("the workspace has no requests") }
    return requests
  }
}

/// The values that files give by name, without secrets: for formats that have no templates, and to see where a template leads.
struct KnownValues {
  private let values: [String: String]
  private static let deepest = 16

  init(_ workspace: Workspace, _ environment: WorkspaceEnvironment?) {
    let variables = workspace.definition.vars + (environment?.definition.vars ?? [])
    values = variables.reduce(into: [:]) { values, variable in
      if case .text(let text, _) = variable.content.value {
        values[variable.name.value] = text
      } else {
        values[variable.name.value] = nil
      }
    }
  }

  /// A text with the values of its templates; one that is not known stays.
  func filled(_ text: String) -> String { filled(text, depth: 0) { "{{\($0.text)}}" } }

  /// - Parameter other: returns the text for an unknown template.
  func filled(_ text: String, or other: (Template) -> String) -> String { filled(text, depth: 0, other) }

  private func filled(_ text: String, depth: Int, _ other: (Template) -> String) -> String {
    TemplateText(text).segments.map { segment in
      switch segment {
      case .literal(let literal): return literal
      case .template(let template):
        if case .literal(let literal) = template.expression { return literal }
        guard case .name(let name) = template.expression, let value = values[name], depth < Self.deepest else {
          return other(template)
        }
        return filled(value, depth: depth + 1, other)
      }
    }.joined()
  }
}

/// `response("cart/create").result.id`: what it reads, and the name under which an export keeps that.
struct ResponseValue {
  let request: String
  let path: ValuePath

  init?(_ expression: Template.Expression) {
    guard case .call(.response, let arguments, let path) = expression, case .literal(let id)? = arguments.first else {
      return nil
    }
    (request, self.path) = (id, path)
  }

  /// As in `create_result_id`.
  var name: String { Variable.name(from: "\(request.lastPathPart)\(path)").trimmingUnderscores }
}

extension String {
  fileprivate var trimmingUnderscores: String {
    String(reversed().drop { $0 == "_" }.reversed()).replacing("__", with: "_")
  }
}
