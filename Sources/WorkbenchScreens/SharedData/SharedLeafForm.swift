import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchState

/// A change of one place in a document, made from the answers of a form.
enum SharedLeafChange: Sendable {
  case set(ValuePath, was: JSONValue)
  case insert(JSONChange.Place)
  case move(JSONChange.Place, was: JSONValue, in: JSONValue)

  /// Nobody has to say which it is: what can be read as JSON is, everything else is text.
  private static let guess = "as it looks"
  fileprivate static let kinds = [guess, "json", "text"]

  func change(by answers: [String]) throws(FormMistake) -> JSONChange {
    switch self {
    case .set(let path, let was): return .set(path, to: try Self.value(answers[0], answers[1]), was: was)
    case .insert(var place):
      let rest = place.name == nil ? answers : Array(answers.dropFirst())
      if place.name != nil { place.name = answers[0] }
      return .insert(try Self.value(rest[0], rest[1]), place)
    case .move(let place, let was, let document): return try Self.move(place, was, in: document, to: answers[0])
    }
  }

  private static func value(_ text: String, _ kind: String) throws(FormMistake) -> JSONValue {
    guard kind != "text" else { return .string(text) }
    do throws(JSONSyntaxError) { return try JSONValue(parsing: text) } catch {
      let first = text.drop { $0.isWhitespace }.first
      // A document that somebody began is not taken for a text.
      if kind == guess, first != "{", first != "[", first != "\"" { return .string(text) }
      throw FormMistake("It \(error.verdict); text needs quotes, or the type text.")
    }
  }

  /// Another name in the same object keeps its place; elsewhere it comes to the end.
  private static func move(
    _ place: JSONChange.Place, _ was: JSONValue, in document: JSONValue, to text: String
  ) throws(FormMistake) -> JSONChange {
    let path: ValuePath
    do throws(ValuePathError) { path = try ValuePath(parsing: text) } catch {
      throw FormMistake(error.description)
    }
    guard let last = path.segments.last, let parent = path.parent.without(place.path) else {
      throw FormMistake("A value cannot be moved into itself.")
    }
    guard let container = document[path.parent] else {
      throw FormMistake("There is nothing at \(path.parent).")
    }
    let target: JSONChange.Place
    switch (last, container) {
    case (.key(let name), .object(let object)):
      guard object[name] == nil || path == place.path else {
        throw FormMistake("There is already a value at \(path).")
      }
      target = JSONChange.Place(parent, name: name, index: path.parent == place.parent ? place.index : object.count)
    case (.index(let index), .array(let elements)):
      target = JSONChange.Place(parent, index: index < 0 ? elements.count + index : index)
    default: throw FormMistake(JSONChangeError.noContainer(path.parent).sentence)
    }
    return .move(place.path, to: target, was: was)
  }
}

extension SharedLeafChange {
  fileprivate var title: String {
    switch self {
    case .set(let path, _): "Change \("\(path)".fitted(to: 50))"
    case .insert(let place): "Add to \("\(place.parent)".fitted(to: 50))"
    case .move(let place, _, _): "Rename or move \("\(place.path)".fitted(to: 40))"
    }
  }

  /// Of a member that is to be added.
  fileprivate var nameField: [FormField] {
    guard case .insert(let place) = self, let name = place.name else { return [] }
    return [FormField("name", name)]
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

/// Asks for the new value of one place of a document.
struct SharedLeafForm: PopupForm {
  let title: String
  let note: String
  let fields: [FormField]
  var mistake: String?
  private(set) var focus: Int?
  private let change: SharedLeafChange

  init(_ change: SharedLeafChange, of name: String) {
    self.change = change
    note =
      if case .move = change { "Another name, or another place, such as .items[0]." } else {
        "In \(name.fitted(to: 50)). ← and → choose the type."
      }
    title = change.title
    switch change {
    case .set(_, let was): fields = Self.fields(was)
    case .insert(let place): fields = (place.name == nil ? [] : [FormField("name")]) + Self.fields(.null, text: "")
    case .move(let place, _, _): fields = [FormField("path", "\(place.path)")]
    }
  }

  /// A form with the text typed for a change that could not be made, and the reason. Accepted again, it replaces what
  /// others wrote.
  init?(again change: JSONChange, in document: JSONValue?, of name: String) {
    note = "In \(name.fitted(to: 50)). What you typed is here. Enter writes it, Esc leaves what is there."
    switch change {
    case .set(let path, let typed, _):
      let now = document?[path]
      self.change = now.map { .set(path, was: $0) } ?? .insert(.again(path, in: document))
      title = SharedLeafChange.set(path, was: typed).title
      fields = (now == nil ? self.change.nameField : []) + Self.fields(typed)
      (mistake, focus) = (Self.others(now), 0)
    case .insert(let typed, let place):
      self.change = .insert(place)
      title = self.change.title
      fields = self.change.nameField + Self.fields(typed)
      (mistake, focus) = ("It cannot be added there: somebody else changed this place meanwhile.", 0)
    case .move(let path, let place, _):
      guard let document, let now = document[path], let origin = JSONChange.Place(of: path, in: document) else {
        return nil
      }
      self.change = .move(origin, was: now, in: document)
      title = self.change.title
      fields = [FormField("path", "\(place.path)")]
      mistake = Self.others(now)
    case .remove: return nil
    }
  }

  func action(for answers: FormAnswers, in state: State) throws(FormMistake) -> Action {
    .shared(.structure(.make(try change.change(by: answers.texts))))
  }

  private static func others(_ now: JSONValue?) -> String {
    guard let now else { return "Somebody else removed this value meanwhile." }
    return "Somebody else changed it meanwhile: it is \(JSONPrinter.compact.string(of: now).fitted(to: 60))."
  }

  /// Text on one line is typed as it is; everything else as JSON.
  private static func fields(_ value: JSONValue, text: String? = nil) -> [FormField] {
    let plain = value.string.flatMap { $0.contains(where: \.isNewline) ? nil : $0 }
    let written = text ?? plain ?? JSONPrinter.compact.string(of: value)
    let kinds = SharedLeafChange.kinds
    return [
      FormField("value", written),
      FormField("type", choices: kinds, chosen: text != nil ? kinds[0] : plain == nil ? "json" : "text"),
    ]
  }
}
