import ParleyModel
import ParleyText
import WorkbenchServices

extension Composer {
  /// The whole URL as it is sent.
  package var url: String { Parameters.url(of: draft, lists: listStyle) }

  /// How a list stands in the query: as the request says, else what it inherits.
  var listStyle: QueryStyleName {
    let own = draft[.queryStyle]
    return QueryStyleName(rawValue: own.isEmpty ? preview.settings[.queryStyle]?.value ?? "" : own) ?? .repeated
  }
}
