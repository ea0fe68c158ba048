import ParleyEngine
import ParleyText
import TerminalKit

/// What is asked of one place in a document, and the change that comes of it.
enum SharedLeafForm: Sendable {
  case set(ValuePath, was: JSONValue)
  case insert(JSONChange.Place)
  case move(JSONChange.Place, was: JSONValue, in: JSONValue)

  fileprivate static let kinds = ["json", "text"]

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
    guard kind == "json" else { return .success(.string(text)) }
    do throws(JSONSyntaxError) { return .success(try JSONValue(parsing: text)) } catch {
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

  /// Text on one line is typed as it is; everything else as JSON.
  private static func fields(_ value: JSONValue, text: String? = nil) -> [Field] {
    let plain = value.string.flatMap { $0.contains(where: \.isNewline) ? nil : $0 }
    let written = text ?? plain ?? JSONPrinter.compact.string(of: value)
    return [
      Field("value", written), Field("type", choices: SharedLeafForm.kinds, chosen: plain == nil ? "json" : "text"),
    ]
  }
}
