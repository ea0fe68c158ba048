import ParleyEngine
package import ParleyModel
import WorkbenchServices

/// A file of the workspace that a list names, and that a person makes, moves and deletes there.
package struct ListedFile: Hashable, Sendable, CustomStringConvertible {
  package enum Kind: String, Hashable, Sendable {
    case request, group
    /// One of requests, with all that is in it.
    case folder
  }

  package let kind: Kind
  /// By what people call it: `user/login`.
  package let name: String

  init(_ kind: Kind, _ name: String) {
    (self.kind, self.name) = (kind, name)
  }

  package static func request(_ id: RequestID) -> ListedFile { ListedFile(.request, id.rawValue) }
  package static func group(_ id: String) -> ListedFile { ListedFile(.group, id) }
  static func folder(_ path: String) -> ListedFile { ListedFile(.folder, path) }

  package var request: RequestID { RequestID(rawValue: name) }
  /// Within the workspace.
  package var path: String { "\(kind.place)/\(name)\(kind == .folder ? "/" : ".yaml")" }
  package var description: String { kind == .request ? "\(request)" : name }

  /// Names are equal if their scalars are, as file names are.
  package static func == (left: ListedFile, right: ListedFile) -> Bool {
    left.kind == right.kind && left.name.isIdentical(to: right.name)
  }
}

extension ListedFile.Kind {
  /// Within the workspace.
  fileprivate var place: String { self == .folder ? "requests" : "\(rawValue)s" }
  /// A name that a file can have.
  var example: String {
    switch self {
    case .request: "user/login"
    case .group: "shop/checkout"
    case .folder: "user/admin"
    }
  }
}

extension ListedFile {
  /// A name as typed, with or without the file's suffix; nil if no file can have it.
  package init?(_ kind: Kind, typed text: String) {
    var text = text.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    if kind == .folder {
      while text.last == "/" { text.removeLast() }
    } else if text.hasSuffix(".yaml") {
      text = text.dropLast(5)
    }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let isName = parts.allSatisfy { !$0.isEmpty && !$0.hasPrefix(".") } && !(kind == .request && parts.last == "folder")
    let isPrintable = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0 != "\\" }
    // A template in a name is text that was meant for the request.
    guard isName, isPrintable, !text.contains("{{") else { return nil }
    self.init(kind, String(text))
  }

  /// Whether the workspace has such a file.
  func exists(in workspace: WorkspaceSnapshot?) -> Bool {
    switch kind {
    case .request: workspace?.requests.contains { $0.id == request } == true
    case .group: workspace?.groups.contains { $0.id.isIdentical(to: name) } == true
    case .folder: workspace?.folders.contains { $0.isIdentical(to: name) } == true
    }
  }
}

extension RequestDraft {
  /// The words of its path: `items/3` for `https://api.example.com/items/3?page=2`.
  package var suggestedName: String {
    let path = QueryText(url).base.withoutOrigin
    return path.split(separator: "/").filter { $0.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) } }
      .joined(separator: "/")
  }
}
