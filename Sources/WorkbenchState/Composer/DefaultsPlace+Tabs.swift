import ParleyModel
import TerminalKit

// What requests share is edited with the tabs and rows of a request, without what only one request can say.
extension DefaultsPlace {
  var tabs: [Composer.Tab] {
    let shared: [Composer.Tab] = [.headers, .auth, .expect, .options]
    if case .folder = self { return shared + [.docs] }
    return shared
  }

  /// In place of the URL.
  var banner: String {
    switch self {
    case .workspace: "for all requests: parley.yaml"
    case .folder(let path): "for the requests below \(path.isEmpty ? "requests" : path): folder.yaml"
    case .environment(let name): "while \(name) is active: environments/\(name).yaml"
    }
  }

  package static let notSent = "These are defaults: they are sent with the requests that share them."
}
