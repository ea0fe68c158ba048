package import ParleyModel

// A request's fields as they are typed in a line.
extension RequestDefinition {
  /// Empty where it says nothing.
  package func line(of key: SettingKey) -> String { Self.form.line(at: key.field.path[...], in: self) }

  /// - Parameter line: empty to say nothing.
  package mutating func say(_ line: String, as key: SettingKey) throws(WordsMistake) {
    try Self.form.say(line, at: key.field.path[...], in: &self)
  }
}

/// The effective settings of a request, field by field as they are typed in a line, and their origins.
package struct EffectiveLines: Sendable {
  private let effective: EffectiveRequest
  /// As if the request said all of it.
  private let said: RequestDefinition

  package init(_ effective: EffectiveRequest) {
    (self.effective, said) = (effective, effective.said)
  }

  package subscript(key: SettingKey) -> Inherited<String> {
    Inherited(said.line(of: key), from: effective.origin(of: key.field.path))
  }
}

extension EffectiveRequest {
  fileprivate var said: RequestDefinition {
    var said = definition
    said.queryStyle = Located(queryStyle.value)
    said.root = root.located()
    said.serialization = Located(serialization.value)
    said.expect = ExpectDefinition(
      status: Located(expect.status.value), within: expect.within.located(), schema: expect.schema.located())
    said.response = ResponseDefinition(
      envelope: Located(response.envelope.value), root: response.root.located(), codec: response.codec.located())
    said.retry = retry.located()
    said.cache = CacheDefinition(
      isOff: Located(cache.isOff.value), ttl: cache.ttl.located(), ignoreQuery: cache.ignoreQuery.located(),
      invalidates: cache.invalidates.located())
    said.duplicates = Located(duplicates.value)
    said.hold = hold.located()
    said.options = options.said
    return said
  }

  fileprivate func origin(of path: [String]) -> ValueOrigin {
    switch (path.first, path.dropFirst().first) {
    case ("options", let key?): options.origin(of: key)
    case ("expect", "status"): expect.status.origin
    case ("expect", "within"): expect.within.origin
    case ("expect", _): expect.schema.origin
    case ("response", "envelope"): response.envelope.origin
    case ("response", "root"): response.root.origin
    case ("response", _): response.codec.origin
    case ("cache", "ttl"): cache.ttl.origin
    case ("cache", "ignoreQuery"): cache.ignoreQuery.origin
    case ("cache", "invalidates"): cache.invalidates.origin
    case ("cache", _): cache.isOff.origin
    case ("retry", _): retry.origin
    case ("queryStyle", _): queryStyle.origin
    case ("root", _): root.origin
    case ("serialization", _): serialization.origin
    case ("duplicates", _): duplicates.origin
    case ("hold", _): hold.origin
    default: .request
    }
  }
}

extension Inherited {
  fileprivate func located<Inner: Sendable>() -> Located<Inner>? where Value == Inner? { value.map { Located($0) } }
}
