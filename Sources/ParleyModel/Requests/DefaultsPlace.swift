/// A place that declares defaults of requests. It is edited like a request without an address.
package enum DefaultsPlace: Hashable, Sendable {
  /// `defaults` in `parley.yaml`.
  case workspace
  /// `folder.yaml` of a folder, by its path under `requests/`; empty for that itself.
  case folder(String)
  /// `defaults` of an environment.
  case environment(String)
}

extension RequestID {
  // No request's file has a part that begins with a dot.
  private static let mark = ".defaults"
  private static let folderMark = mark + "/folder/"
  private static let environmentMark = mark + "/environment/"

  /// The id under which the composer opens the defaults of a place.
  package static func defaults(of place: DefaultsPlace) -> RequestID {
    switch place {
    case .workspace: RequestID(rawValue: mark)
    case .folder(let path): RequestID(rawValue: folderMark + path)
    case .environment(let name): RequestID(rawValue: environmentMark + name)
    }
  }

  /// The place whose defaults it means; nil for a request.
  package var defaults: DefaultsPlace? {
    guard rawValue.hasPrefix(Self.mark) else { return nil }
    if rawValue.hasPrefix(Self.folderMark) { return .folder(String(rawValue.dropFirst(Self.folderMark.count))) }
    if rawValue.hasPrefix(Self.environmentMark) {
      return .environment(String(rawValue.dropFirst(Self.environmentMark.count)))
    }
    return .workspace
  }
}

extension DefaultsPlace: CustomStringConvertible {
  package var description: String {
    switch self {
    case .workspace: "defaults of the workspace"
    case .folder(let path): "defaults of \(path.isEmpty ? "requests" : path)"
    case .environment(let name): "defaults of the environment \(name)"
    }
  }
}
