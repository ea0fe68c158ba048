package import ParleyEngine
package import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices

// Its subject: the request, its URL and where that leads.
extension Composer {
  package func title(in context: ViewContext) -> PaneTitle {
    var left = StyledText(request.description, Style(.title))
    if isDirty { left.append(" ✎", Style(.mark)) }
    if guest == nil, let moment = context.moment { left.append("  \(moment.words)", Style(.mark)) }
    return PaneTitle(left, right: destination)
  }

  /// The server and the origin the URL resolves to.
  private var destination: StyledText {
    var words = StyledText()
    let isWhole = draft.url.contains("://")
    if !isWhole, let server = draft.server ?? servers.first { words.append("\(server)  ", Style(.accent)) }
    if let origin = Self.origin(of: preview.url) { words.append(Self.withoutUser(origin), .muted) }
    return words
  }

  /// The user is left out: the password may stand beside the name.
  private static func withoutUser(_ origin: String) -> String {
    guard let scheme = origin.firstRange(of: "://")?.upperBound, let user = origin.lastIndex(of: "@") else {
      return origin
    }
    return String(origin[..<scheme] + origin[origin.index(after: user)...])
  }

  static func origin(of url: String) -> String? {
    // Half a command, such as `curl http://…`, is no server.
    guard let scheme = url.firstRange(of: "://"), !url[..<scheme.lowerBound].contains(where: \.isWhitespace) else {
      return nil
    }
    let authority = url[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    return String(url[..<authority.endIndex])
  }

  /// The whole URL as it is sent.
  package var url: String { Parameters.url(of: draft, lists: listStyle) }

  /// How a list stands in the query: as the request says, else what it inherits.
  var listStyle: QueryStyleName {
    let own = draft[.queryStyle]
    return QueryStyleName(rawValue: own.isEmpty ? preview.settings[.queryStyle]?.value ?? "" : own) ?? .repeated
  }

  /// The path of the result in the response, as set by the request or by what it inherits from.
  package var responseRoot: ValuePath {
    let text = draft[.responseRoot].isEmpty ? preview.settings[.responseRoot]?.value ?? "" : draft[.responseRoot]
    return ValuePath(text.split(separator: ".").map { .key(String($0)) })
  }

  /// Whether the keys are for its URL.
  package var isForURL: Bool { menu == nil && (field.map { $0.place == .url } ?? (spot == .url)) }

  var tabs: [Tab] { guest?.tabs ?? request.defaults?.tabs ?? Tab.allCases }
  package var isAddressFixed: Bool { guest?.isAddressFixed == true || request.defaults != nil }
  /// The names of the steps come first, because templates here are mostly about them.
  var names: [TemplateName] { (guest?.names ?? []) + preview.names }

  /// The request to which results of its effects are addressed; nil for a guest, which has the keys as long as it is
  /// shown.
  package var address: RequestID? { guest == nil ? request : nil }
}
