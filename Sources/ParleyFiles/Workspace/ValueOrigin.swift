internal import ParleyText

/// Which level a setting of a request comes from: what is nearest to the request wins.
package enum ValueOrigin: Sendable, Hashable {
  case request
  /// By its path under `requests/`; empty for `requests/` itself.
  case folder(String)
  /// `defaults` in the active environment.
  case environment(String)
  /// `tls` of a server.
  case server(String)
  /// `defaults` in `parley.yaml`.
  case workspace
  /// Nobody said anything.
  case standard
}

extension ValueOrigin: CustomStringConvertible {
  package var description: String {
    switch self {
    case .request: "request"
    case .folder(let path): WorkspacePaths.requests.appendingPath(path).appendingPath(WorkspacePaths.folderFile)
    case .environment(let name): Printable.text("\(WorkspacePaths.environments)/\(name).yaml defaults")
    case .server(let name): Printable.text("server \(name)")
    case .workspace: "\(WorkspacePaths.workspaceFile) defaults"
    case .standard: "default"
    }
  }
}

/// A setting, and which level it comes from.
package struct Inherited<Value: Sendable>: Sendable {
  package let value: Value
  package let origin: ValueOrigin

  package init(_ value: Value, from origin: ValueOrigin) {
    self.value = value
    self.origin = origin
  }
}

extension Inherited: Equatable where Value: Equatable {}
