internal import ParleyEngine
import ParleyText

/// Addresses to which nothing can be sent, and files that can never be what they are for, as far as the files say it.
struct AddressChecks {
  private(set) var diagnostics: [Diagnostic] = []
  private let workspace: Workspace

  init(_ workspace: Workspace) {
    self.workspace = workspace
    for server in workspace.definition.servers { check(address: server.url, of: server.name.value) }
    for request in workspace.requests where request.definition.url.value.isWholeURL {
      check(address: request.definition.url, of: nil)
    }
    let options = workspace.allDefaults.map(\.options) + workspace.requests.map(\.definition.options)
    for proxy in options.compactMap(\.proxy) { check(proxy: proxy) }
    for file in workspace.definition.servers.compactMap(\.tls.ca) + options.compactMap(\.ca) {
      check(authorities: file)
    }
  }

  /// It is wrong where it is in every environment.
  private mutating func check(address: Located<String>, of server: String?) {
    guard let place = address.place else { return }
    let mistakes = values(of: address.value).map { $0.flatMap { Server.mistake(in: $0) } }
    guard let mistake = mistakes.first ?? nil, !mistakes.contains(nil) else { return }
    let what =
      server.map { "the server \(Printable.quoted($0)) has no address to send to" } ?? "this is no URL to send to"
    diagnostics.append(Diagnostic(.wrongValue, at: place, "\(what): \(mistake)", hint: "write it as https://host:port"))
  }

  /// The value of a text in each environment; nil if it is known only when a request is sent.
  private func values(of text: String) -> [String?] {
    guard text.hasTemplateMark else { return [text] }
    let environments = workspace.environments.isEmpty ? [nil] : workspace.environments.map(Optional.some)
    return environments.map { plainValue(of: text, in: $0) }
  }

  private func plainValue(of text: String, in environment: WorkspaceEnvironment?) -> String? {
    guard text.hasPrefix("{{"), text.hasSuffix("}}") else { return nil }
    let name = String(text.dropFirst(2).dropLast(2).drop { $0 == " " }.prefix { $0 != " " })
    let all = (environment?.definition.vars ?? []) + workspace.definition.vars
    guard let variable = all.first(where: { $0.name.value.isIdentical(to: name) }),
      case .text(let value, _) = variable.content.value, !value.hasTemplateMark
    else { return nil }
    return value
  }

  private mutating func check(proxy: Located<String>) {
    guard let place = proxy.place, !proxy.value.hasTemplateMark, proxy.value != OptionsDefinition.noProxy else {
      return
    }
    do throws(InvalidRequest) { _ = try Proxy(proxy.value) } catch {
      guard case .proxy(let reason) = error else { return }
      diagnostics.append(
        Diagnostic(
          .wrongValue, at: place, "the proxy's address cannot be used: \(reason)", hint: "write it as http://host:port")
      )
    }
  }

  /// One that is not there is said with the other files.
  private mutating func check(authorities file: Located<String>) {
    guard let place = file.place, let path = path(of: file), FileSystem.kind(ofTarget: path) == .file,
      let bytes = try? FileSystem.read(path, limit: Self.largestAuthorities), !bytes.holds(Self.beginOfPEM)
    else { return }
    diagnostics.append(
      Diagnostic(
        .wrongValue, at: place, "the file \(Printable.quoted(file.value)) has no certificates in PEM",
        hint: "it begins with -----BEGIN CERTIFICATE-----"))
  }

  private static let largestAuthorities = 16 << 20
  private static let beginOfPEM = Array("-----BEGIN ".utf8)

  /// Of a file in the workspace: of others nothing is said to whom it does not concern.
  private func path(of file: Located<String>) -> String? {
    guard !file.value.hasTemplateMark else { return nil }
    let path = FileAccess(root: workspace.root).location(of: file.value)
    return path.isInside(folder: workspace.root) ? path : nil
  }
}

extension [UInt8] {
  fileprivate func holds(_ part: [UInt8]) -> Bool {
    indices.contains { self[$0...].starts(with: part) }
  }
}
