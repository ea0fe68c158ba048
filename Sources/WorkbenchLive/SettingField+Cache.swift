import ParleyWorkspace
import Workbench

// What a request wishes of the cache. Lists are typed with commas.
extension SettingField {
  private static let offWord = "off"
  private static let allWord = "all"

  static var cacheSwitch: SettingField {
    SettingField(
      \.cache.isOff, text: { $0 ? offWord : "" }, parse: { $0 == offWord ? true : nil },
      effective: { $0.cache.isOff.map { $0 ? offWord : "" } })
  }

  static var ignoredQuery: SettingField {
    SettingField(
      \.cache.ignoreQuery, text: text,
      parse: { $0 == allWord ? .all : .names(names($0)) },
      effective: { $0.cache.ignoreQuery.map { $0.map(text) ?? "" } })
  }

  static var invalidates: SettingField {
    SettingField(
      \.cache.invalidates, text: { $0.map(\.value).joined(separator: ", ") },
      parse: { names($0).map { Located($0) } },
      effective: { $0.cache.invalidates.map { ($0 ?? []).map(\.value).joined(separator: ", ") } })
  }

  private static func text(_ ignored: IgnoredQueryDefinition) -> String {
    switch ignored {
    case .all: allWord
    case .names(let names): names.joined(separator: ", ")
    }
  }

  private static func names(_ typed: String) -> [String] {
    typed.split { $0 == "," || $0 == " " }.map(String.init)
  }
}
