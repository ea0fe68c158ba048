import ParleyFiles
import ParleyModel
import ParleyText
import ParleyWorkspace
import WorkbenchServices

/// How a setting is read and written in a request, as a person types it. Templates stay as they are.
///
/// The key in the file says it: only what stands across keys is said here.
struct SettingField: Sendable {
  /// Empty where the request says nothing.
  let read: @Sendable (RequestDefinition) -> String
  /// - Throws: for a text that is no such value.
  let write: @Sendable (String, inout RequestDefinition) throws -> Void
  /// The effective value and its origin; nil if there is nothing to inherit.
  let effective: @Sendable (EffectiveLines) -> Inherited<String>?
}

extension SettingField {
  /// Nil for what belongs to a kind of authorization: those are read and written together.
  init?(_ key: SettingKey) {
    switch key.field.tab {
    case .auth: return nil
    case .body: self = .file(key)
    case .params, .expect, .options: self = key == .cache ? .cacheSwitch : SettingField(inherited: key)
    }
  }

  private init(inherited key: SettingKey) {
    self.init(
      read: { $0.line(of: key) }, write: { typed, definition in try definition.say(typed, as: key) },
      effective: { $0[key] })
  }

  /// The switch of the cache. The other cache settings stay, for when it is on again.
  private static var cacheSwitch: SettingField {
    SettingField(
      read: { $0.line(of: .cache) },
      write: { typed, definition in
        var other = definition
        try other.say(typed, as: .cache)
        definition.cache.isOff = other.cache.isOff
      },
      effective: { $0[.cache] })
  }

  /// They say something only where a file is the body.
  private static func file(_ key: SettingKey) -> SettingField {
    SettingField(
      read: { definition in
        guard case .file(let file)? = definition.body else { return "" }
        return switch key {
        case .filePath: file.path.value
        case .fileType: file.type?.value ?? ""
        default: file.md5.map { "\($0.value)" } ?? ""
        }
      },
      write: { typed, definition in
        guard case .file(var file)? = definition.body else { return }
        switch key {
        case .filePath: file.path = Located(typed)
        case .fileType: file.type = typed.isEmpty ? nil : Located(typed)
        default: file.md5 = try located(typed) { Bool($0) }
        }
        definition.body = .file(file)
      }, effective: { _ in nil })
  }

  static func located<Value>(_ typed: String, _ parse: (String) -> Value?) throws -> Located<Value>? {
    guard !typed.isEmpty else { return nil }
    guard let value = parse(typed) else { throw Problem(code: "draft.value", "“\(typed)” is not valid here.") }
    return Located(value)
  }
}
