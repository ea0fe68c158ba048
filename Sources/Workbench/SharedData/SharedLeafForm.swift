import ParleyEngine
import ParleyText
import TerminalKit

/// The purpose of a form about one place in a document, and the change made from its answers.
enum SharedLeafForm: Sendable {
  case set(ValuePath, was: JSONValue)
  case insert(JSONChange.Place)
  case move(JSONChange.Place, was: JSONValue, in: JSONValue)

  /// Nobody has to say which it is: what can be read as JSON is, everything else is text.
  private static let guess = "as it looks"
  fileprivate static let kinds = [guess, "json", "text"]

  func change(by answers: [String]) -> Result<JSONChange, FormPurpose.Mistake> {
    switch self {
    case .set(let path, let was): return Self.value(answers[0], answers[1]).map { .set(path, to: $0, was: was) }
    case .insert(var place):
      let rest = place.name == nil ? answers : Array(answers.dropFirst())
      if place.name != nil { place.name = answers[0] }
      return Self.value(rest[0], rest[1]).map { .insert($0, place) }
    case .move(let place, let was, let document): return Self.move(place, was, in: document, to: answers[0])
    }
  }

  private static func value(_ text: String, _ kind: String) -> Result<JSONValue, FormPurpose.Mistake> {
    guard kind != "text" else { return .success(.string(text)) }
    do throws(JSONSyntaxError) { return .success(try JSONValue(parsing: text)) } catch {
      let first = text.drop { $0.isWhitespace }.first
      // A document that somebody began is not taken for a text.
      if kind == guess, first != "{", first != "[", first != "\"" { return .success(.string(text)) }
      return .failure(.init(sentence: "It \(error.verdict); text needs quotes, or the type text."))
    }
  }

  /// Another name in the same object keeps its place; elsewhere it comes to the end.
  private static func move(
    _ place: JSONChange.Place, _ was: JSONValue, in document: JSONValue, to text: String
  ) -> Result<JSONChange, FormPurpose.Mistake> {
    let path: ValuePath
    do throws(ValuePathError) { path = try ValuePath(parsing: text) } catch {
      return .failure(.init(sentence: error.description))
    }
    guard let last = path.segments.last, let parent = path.parent.without(place.path) else {
      return .failure(.init(sentence: "A value cannot be moved into itself."))
    }
    guard let container = document[path.parent] else {
      return .failure(.init(sentence: "There is nothing at \(path.parent)."))
    }
    let target: JSONChange.Place
    switch (last, container) {
    case (.key(let name), .object(let object)):
      guard object[name] == nil || path == place.path else {
        return .failure(.init(sentence: "There is already a value at \(path)."))
      }
      target = JSONChange.Place(parent, name: name, index: path.parent == place.parent ? place.index : object.count)
    case (.index(let index), .array(let elements)):
      target = JSONChange.Place(parent, index: index < 0 ? elements.count + index : index)
    default: return .failure(.init(sentence: JSONChangeError.noContainer(path.parent).sentence))
    }
    return .success(.move(place.path, to: target, was: was))
  }
}

extension SharedLeafForm {
  /// Of a member that is to be added.
  fileprivate var nameField: [FormSheet.Field] {
    guard case .insert(let place) = self, let name = place.name else { return [] }
    return [FormSheet.Field("name", name)]
  }
}

extension JSONChange.Place {
  /// At the end of what a value stood in that is gone.
  fileprivate static func again(_ path: ValuePath, in document: JSONValue?) -> JSONChange.Place {
    let container = document?[path.parent]
    let count = container?.object?.count ?? container?.array?.count ?? 0
    if case .key(let name)? = path.segments.last { return JSONChange.Place(path.parent, name: name, index: count) }
    return JSONChange.Place(path.parent, index: count)
  }
}

extension FormSheet {
  init(_ form: SharedLeafForm, of name: String) {
    let note = "In \(name.fitted(to: 50)). ← and → choose the type."
    switch form {
    case .set(let path, let was):
      self.init("Change \("\(path)".fitted(to: 50))", note: note, Self.fields(was), for: .sharedData(.leaf(form)))
    case .insert(let place):
      let names = place.name == nil ? [] : [Field("name")]
      self.init(
        "Add to \("\(place.parent)".fitted(to: 50))", note: note, names + Self.fields(.null, text: ""),
        for: .sharedData(.leaf(form)))
    case .move(let place, _, _):
      self.init(
        "Rename or move \("\(place.path)".fitted(to: 40))", note: "Another name, or another place, such as .items[0].",
        [Field("path", "\(place.path)")], for: .sharedData(.leaf(form)))
    }
  }

  /// A form with the text typed for a change that could not be made, and the reason. Accepted again, it replaces what
  /// others wrote.
  init?(again change: JSONChange, in document: JSONValue?, of name: String) {
    let note = "In \(name.fitted(to: 50)). What you typed is here. Enter writes it, Esc leaves what is there."
    switch change {
    case .set(let path, let typed, _):
      let now = document?[path]
      let form: SharedLeafForm = now.map { .set(path, was: $0) } ?? .insert(.again(path, in: document))
      self.init(
        "Change \("\(path)".fitted(to: 50))", note: note, (now == nil ? form.nameField : []) + Self.fields(typed),
        mistake: Self.others(now), at: 0, for: .sharedData(.leaf(form)))
    case .insert(let typed, let place):
      let form = SharedLeafForm.insert(place)
      self.init(
        "Add to \("\(place.parent)".fitted(to: 50))", note: note, form.nameField + Self.fields(typed),
        mistake: "It cannot be added there: somebody else changed this place meanwhile.", at: 0,
        for: .sharedData(.leaf(form)))
    case .move(let path, let place, _):
      guard let document, let now = document[path], let origin = JSONChange.Place(of: path, in: document) else {
        return nil
      }
      self.init(
        "Rename or move \("\(path)".fitted(to: 40))", note: note, [Field("path", "\(place.path)")],
        mistake: Self.others(now), for: .sharedData(.leaf(.move(origin, was: now, in: document))))
    case .remove: return nil
    }
  }

  private static func others(_ now: JSONValue?) -> String {
    guard let now else { return "Somebody else removed this value meanwhile." }
    return "Somebody else changed it meanwhile: it is \(JSONPrinter.compact.string(of: now).fitted(to: 60))."
  }

  /// Text on one line is typed as it is; everything else as JSON.
  private static func fields(_ value: JSONValue, text: String? = nil) -> [Field] {
    let plain = value.string.flatMap { $0.contains(where: \.isNewline) ? nil : $0 }
    let written = text ?? plain ?? JSONPrinter.compact.string(of: value)
    return [
      Field("value", written),
      Field(
        "type", choices: SharedLeafForm.kinds,
        chosen: text != nil ? SharedLeafForm.kinds[0] : plain == nil ? "json" : "text"),
    ]
  }
}
