import ParleyModel
import Testing

@testable import ParleyEditing
@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("What is declared of the fields of a request", .timeLimit(.minutes(2)))
struct FieldDeclarationTests {
  @Test("names a key of its file, with the values that it takes", arguments: SettingKey.allCases)
  func key(key: SettingKey) throws {
    let property = try #require(RequestDefinition.form.schema.property(at: key.field.path[...]))
    #expect(property.summary == key.field.help && property.standard == key.field.standard)
    #expect(property.schema.takes(key.field.kind), "\(property.schema) is no \(key.field.kind)")
  }

  @Test("is said and unsaid in a line as in a file", arguments: SettingKey.options + [.status, .within, .schema])
  func line(key: SettingKey) throws {
    let samples = [
      "a/b, c/d", "7MB", "1234ms", "0.25", "7", "299, 4xx", "operation", "true", "off", "none", "2", "linear",
      "keepAll",
      "form", "http://p:1", "a.pem",
    ]
    var request = RequestDefinition(url: "/")
    if let other = key.required { try request.say(other == .retries ? "3" : "a.pem", as: other) }
    let before = request
    let line = try #require(samples.first { (try? request.say($0, as: key)) != nil })
    #expect(request.line(of: key) == line)
    let text = String(decoding: try RequestFile.text(of: request), as: UTF8.self)
    #expect(try #require(RequestDefinition.read(text).value).line(of: key) == line)
    try request.say("", as: key)
    #expect(request == before)
  }

  @Test("is refused in words that say what the key takes")
  func mistake() {
    var request = RequestDefinition(url: "/")
    let mistake = #expect(throws: WordsMistake.self) { try request.say("soon", as: .timeout) }
    #expect(mistake?.summary == "Expected a duration such as 200ms, 30s or 5m.")
    let number = #expect(throws: WordsMistake.self) { try request.say("2", as: .timeout) }
    #expect(number?.summary == "A duration needs its unit: 2s, 2ms or 2m.")
  }

  @Test("is in the composer for options one by one, and for many requests without those of one")
  func options() {
    let names = Set(SettingKey.options.filter { $0.field.path.first == "options" }.map { $0.field.path[1] })
    #expect(names == Set(OptionsDefinition.form.names))
    #expect(SettingKey.sharedOptions.contains(.proxy) && !SettingKey.sharedOptions.contains(.download))
    #expect(OptionsDefinition.sharedForm.names == OptionsDefinition.form.names.filter { $0 != "download" })
  }
}

extension SettingKey {
  /// What has to be said besides in the same map.
  fileprivate var required: SettingKey? {
    [SettingKey.retries, .certificate].first { $0 != self && $0.field.path.dropLast() == field.path.dropLast() }
  }
}

extension ObjectSchema {
  fileprivate func property(at path: ArraySlice<String>) -> Property? {
    guard let property = properties.first(where: { $0.name == path.first }) else { return nil }
    guard path.count > 1 else { return property }
    return property.schema.objects.lazy.compactMap { $0.property(at: path.dropFirst()) }.first
  }
}

extension Schema {
  fileprivate var objects: [ObjectSchema] {
    switch self {
    case .object(let object): [object]
    case .either(let schemas): schemas.flatMap(\.objects)
    default: []
    }
  }

  fileprivate func takes(_ kind: FieldKind) -> Bool {
    switch (self, kind) {
    case (.choice(let values), .choice(let chosen)): values == chosen || chosen.starts(with: values)
    case (.boolean, let kind): kind == .flag
    case (.integer(let range), let kind): kind == .number(range)
    case (_, .flag), (_, .number): false
    default: true
    }
  }
}
