internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// The copy of a description that is kept beside the requests, without the credentials in its examples, defaults and URLs.
///
/// In the place of each stands what names it, as in `<secret api_key at shop>`. An import of the copy makes the same requests of it, so
/// that an update finds them unchanged.
struct DescriptionCredentials {
  private var redactor: CredentialRedactor
  /// Whether a value was hidden that is no text in the document.
  private var hidesNumbers = false

  init(_ redactor: CredentialRedactor) { self.redactor = redactor }

  static func placeholder(_ name: String) -> String { "<secret \(name)>" }

  /// The text with other words in the place of each credential that was hidden before.
  static func restored(_ text: String, _ words: (String) -> String) -> String {
    guard text.contains("<secret ") else { return text }
    return text.replacing(/<secret ([^<>"\\{}]+)>/) { words(String($0.1)) }
  }

  /// Byte for byte the same but for the credentials, where those can be replaced in the text; otherwise written anew, as JSON.
  mutating func hidden(in description: ImportedDescription) -> ImportedDescription {
    guard let document = description.document else { return description }
    var result = description
    result.document = nil
    let before = redactor.found.count
    guard let rewritten = changed(document, Place()) else { return result }
    let hidden = redactor.found[before...]
    if let bytes = Self.replaced(description.bytes, hidden), !hidesNumbers {
      result.bytes = bytes
    } else {
      result.bytes = JSONPrinter.pretty.bytes(of: rewritten)
      result.ending = ".json"
    }
    return result
  }

  /// Nil where a value stands elsewhere, too, or is written in another way.
  private static func replaced(_ bytes: [UInt8], _ hidden: ArraySlice<ImportedSecret>) -> [UInt8]? {
    guard var text = String(validating: bytes, as: UTF8.self) else { return nil }
    let byValue = Dictionary(grouping: hidden) { ExactString($0.value) }
    for (value, found) in byValue.sorted(by: { $0.key.text.utf8.count > $1.key.text.utf8.count }) {
      guard let name = found.first?.name, found.allSatisfy({ $0.name == name }), name.allSatisfy(isPlain),
        text.ranges(of: value.text).count == found.count
      else { return nil }
      text = text.replacing(value.text, with: placeholder(name))
    }
    return Array(text.utf8)
  }

  /// Whether a sign means the same in YAML and JSON, with quotes and without.
  private static func isPlain(_ sign: Character) -> Bool {
    sign.isASCII && (sign.isLetter || sign.isNumber || " ._-".contains(sign))
  }
}

// The document.
extension DescriptionCredentials {
  private struct Place {
    /// The name of the parameter, the header, or the member whose value it is.
    var name: String?
    var isHeader = false
    var isExample = false
    /// Within the value of an example.
    var isInner = false
    var isURL = false

    /// One after the other.
    var kinds: [CredentialFinder.Kind] {
      if isURL { return [.url] }
      guard isExample else { return [.text] }
      guard let name else { return [.body] }
      if isHeader { return [.header(name)] }
      return isInner && !CredentialName.isCredential(name) ? [.json, .body, .named(name)] : [.named(name), .body]
    }

    /// Of its own example or default.
    var value: Place { Place(name: name, isHeader: isHeader, isExample: true) }
  }

  private static let examples: Set<String> = ["example", "default", "const", "enum"]
  /// Maps of what has a name.
  private static let maps: Set<String> = ["properties", "headers"]

  /// Nil where nothing is hidden: most descriptions are not copied.
  private mutating func changed(_ value: JSONValue, _ place: Place) -> JSONValue? {
    switch value {
    case .string(let text):
      let hidden = hidden(text, place)
      return hidden == text ? nil : .string(hidden)
    case .number(let number) where place.isExample:
      let hidden = hidden(number.text, place)
      if hidden == number.text { return nil }
      hidesNumbers = true
      return .string(hidden)
    case .array(let items):
      var result: [JSONValue]?
      for (index, item) in items.enumerated() {
        if let item = changed(item, place) {
          if result == nil { result = items }
          result?[index] = item
        }
      }
      return result.map { .array($0) }
    case .object(let members):
      return changed(members) { copy, key, member in copy.changed(member, key, of: members, place) }
    default: return nil
    }
  }

  private mutating func changed(
    _ members: JSONObject, _ change: (inout Self, _ key: String, _ member: JSONValue) -> JSONValue?
  ) -> JSONValue? {
    var result: JSONObject?
    for (key, member) in members {
      if let member = change(&self, key, member) {
        if result == nil { result = members }
        result?[key] = member
      }
    }
    return result.map { .object($0) }
  }

  private mutating func changed(
    _ member: JSONValue, _ key: String, of object: JSONObject, _ place: Place
  ) -> JSONValue? {
    if place.isExample { return changed(member, Place(name: key, isExample: true, isInner: true)) }
    var own = Place(name: place.name, isHeader: place.isHeader)
    if let kind = object["in"]?.string, let name = object["name"]?.string {
      own = Place(name: name, isHeader: kind == "header")
    }
    if key == "$ref" { return nil }
    if Self.examples.contains(key) { return changed(member, own.value) }
    if key == "examples" { return changedExamples(member, own.value) }
    if Self.maps.contains(key), let members = member.object {
      return changed(members) { copy, name, member in
        copy.changed(member, Place(name: name, isHeader: key == "headers"))
      }
    }
    own.isURL = key.lowercased().hasSuffix("url")
    return changed(member, own)
  }

  /// A list of values, or a map of objects that have one each.
  private mutating func changedExamples(_ value: JSONValue, _ place: Place) -> JSONValue? {
    guard let members = value.object else { return changed(value, place) }
    return changed(members) { copy, _, example in
      guard var object = example.object else { return copy.changed(example, place) }
      guard let value = object["value"].flatMap({ copy.changed($0, place) }) else { return nil }
      object["value"] = value
      return .object(object)
    }
  }

  private static let shortest = 8

  private mutating func hidden(_ text: String, _ place: Place) -> String {
    // Credentials that are recognized by their shape alone are longer.
    if !place.isExample, text.utf8.count < Self.shortest { return text }
    let before = redactor.found.count
    let screened = place.kinds.reduce(text) { redactor.screenTemplates($0, $1, unless: SchemaExample.isMadeUp) }
    return redactor.found[before...].reduce(screened) {
      $0.replacing(SecretTemplate.text($1.name), with: Self.placeholder($1.name))
    }
  }
}
