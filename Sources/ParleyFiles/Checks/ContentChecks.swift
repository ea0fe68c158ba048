internal import Glibc
internal import HTTPTypes
internal import ParleyEngine
import ParleyText

/// Texts of requests, and of what they inherit, that can never be sent so, as far as the files say it: texts with templates are
/// known only when they are sent.
struct ContentChecks {
  private(set) var diagnostics: [Diagnostic] = []
  private let workspace: Workspace
  /// Whether a server may be one of WebSockets.
  private let speaksWebSocket: Bool
  private let usesSerialization: Bool

  init(_ workspace: Workspace) {
    self.workspace = workspace
    speaksWebSocket = workspace.definition.servers.contains { $0.url.value.namesWebSocket }
    usesSerialization =
      workspace.allDefaults.contains { $0.serialization != nil }
      || workspace.requests.contains { $0.definition.serialization != nil }
    for defaults in workspace.allDefaults { check(defaults.headers, defaults.auth) }
    for request in workspace.requests where !request.hasErrors {
      check(request.definition.headers, request.definition.auth)
      check(request)
    }
    for with in workspace.groups.flatMap(\.definition.allNodes).compactMap(\.with) { check(with.headers, nil) }
  }

  private mutating func note(
    _ severity: Diagnostic.Severity = .error, at place: SourcePlace?, _ text: String, hint: String? = nil
  ) {
    guard let place else { return }
    diagnostics.append(Diagnostic(.wrongValue, severity, at: place, text, hint: hint))
  }
}

// Headers and authentication.
extension ContentChecks {
  private mutating func check(_ headers: [Row], _ auth: Located<AuthDefinition>?) {
    for row in headers where row.isOn { check(row.located, ofHeader: row.name) }
    switch auth?.value {
    case .bearer(let token): check(token, ofHeader: "Authorization")
    case .apiKey(let key) where key.position?.value != .query: check(key.value, ofHeader: key.name.value)
    case .oauth2(let grant):
      for url in [grant.tokenURL, grant.deviceURL, grant.authorizationURL].compactMap(\.self) { check(url: url) }
    case .command(let arguments): check(program: arguments.first ?? "", at: auth?.place)
    default: break
    }
  }

  private mutating func check(_ value: Located<String>, ofHeader name: String) {
    guard !value.value.hasTemplateMark else { return }
    do throws(InvalidRequest) { _ = try HTTPField(checking: name, value.value) } catch {
      guard case .headerValue = error else { return }
      note(
        at: value.place, "the value of \(Printable.quoted(name)) has characters that headers cannot contain",
        hint: "remove line breaks and other control characters")
    }
  }

  private mutating func check(url: Located<String>) {
    guard !url.value.hasTemplateMark, url.value.isWholeURL || url.value.contains("://"),
      let mistake = Server.mistake(in: url.value)
    else { return }
    note(at: url.place, "this is no URL to ask for a token: \(mistake)", hint: "write it as https://host/path")
  }

  /// Only a warning: another machine may have it.
  private mutating func check(program: String, at place: SourcePlace?) {
    guard !program.isEmpty, !program.hasTemplateMark else { return }
    let access = FileAccess(root: workspace.root)
    let folders = (getenv("PATH").map { String(cString: $0) } ?? "").split(separator: ":").map(String.init)
    let paths = program.contains("/") ? [access.location(of: program)] : folders.map { $0.appendingPath(program) }
    guard !paths.contains(where: { FileSystem.kind(ofTarget: $0) != nil }) else { return }
    note(
      .warning, at: place, "there is no program \(Printable.quoted(program)) on this machine",
      hint: "it is looked for in PATH; a path such as ./token.sh is one of the workspace")
  }
}

// Bodies and WebSockets.
extension ContentChecks {
  private mutating func check(_ request: WorkspaceRequest) {
    let definition = request.definition
    let place = definition.url.place ?? .start(of: request.file)
    guard definition.body != nil || definition.method != nil else { return }
    if speaksWebSocket || definition.url.value.namesWebSocket,
      let mistake = mistake(in: everyway(of: request), by: Self.webSocketMistake)
    {
      note(at: place, mistake)
    }
    guard case .json(let text)? = definition.body, !text.value.hasTemplateMark, usesSerialization else { return }
    if let mistake = mistake(in: everyway(of: request), by: { Self.modelMistake(text.value, $0) }) {
      note(at: text.place ?? place, mistake)
    }
  }

  /// In each environment.
  private func everyway(of request: WorkspaceRequest) -> [EffectiveRequest] {
    let environments = workspace.environments.isEmpty ? [nil] : workspace.environments.prefix(50).map(Optional.some)
    return environments.map { workspace.effective(request.definition, id: request.id, environment: $0) }
  }

  /// It is wrong where it is in every environment.
  private func mistake(
    in requests: [EffectiveRequest], by mistake: (EffectiveRequest) -> String?
  ) -> String? {
    let mistakes = requests.map(mistake)
    return mistakes.contains(nil) ? nil : mistakes.first ?? nil
  }

  private static func webSocketMistake(in request: EffectiveRequest) -> String? {
    let url = request.definition.url.value
    guard url.namesWebSocket || !url.isWholeURL && request.server?.value.url.value.namesWebSocket == true else {
      return nil
    }
    if request.definition.body != nil { return "a request that opens a WebSocket has no body" }
    guard let method = request.definition.method?.value, method.uppercased() != "GET", !method.hasTemplateMark else {
      return nil
    }
    return "a WebSocket is opened with GET, not with \(Printable.text(method))"
  }

  /// Fields are made of the members of an object.
  private static func modelMistake(_ text: String, _ request: EffectiveRequest) -> String? {
    let serialization = request.serialization.value
    guard serialization == .form || serialization == .url, request.root.value == nil else { return nil }
    do throws(JSONSyntaxError) {
      let isObject = try JSONValue(parsing: text).object != nil
      return isObject ? nil : "only a JSON object can be sent as \(serialization.rawValue)"
    } catch { return "the body \(error.verdict), so that it cannot be sent as \(serialization.rawValue)" }
  }
}
