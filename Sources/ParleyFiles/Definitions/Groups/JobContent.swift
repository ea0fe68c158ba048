internal import ParleyModel
internal import ParleyText

/// The form of what a kind of job is told, and the property that holds it.
///
/// Reading, writing, checks, permissions, credentials, trials and the form of a step go over this, so that none of them lists the kinds.
package enum JobContent: Sendable {
  package typealias Path<Value> = any WritableKeyPath<JobDefinition, Value> & Sendable

  case filter(Path<Located<JQFilter>?>)
  /// Filters that must all be true.
  case conditions(Path<[Located<JQFilter>]>)
  /// Names, and templates for their values.
  case rows(Path<[Row]>, of: RowKind)
  case duration(Path<Located<Duration>?>)
  /// A program with its arguments.
  case program(Path<Located<[String]>?>)
}

// Reading and writing.
extension JobContent {
  func key(_ name: String, _ help: String) -> Form<JobDefinition>.Key {
    switch self {
    case .filter(let path): .init(name, path, .filter, help)
    case .conditions(let path): .init(name, path, .filters, help)
    case .rows(let path, let kind): .init(name, path, .rows(of: kind), help)
    case .duration(let path): .init(name, path, .duration, help)
    case .program(let path): .init(name, path, .arguments, help)
    }
  }

  func isSaid(in job: JobDefinition) -> Bool {
    switch self {
    case .filter(let path): job[keyPath: path] != nil
    case .conditions(let path): !job[keyPath: path].isEmpty
    case .rows(let path, _): !job[keyPath: path].isEmpty
    case .duration(let path): job[keyPath: path] != nil
    case .program(let path): job[keyPath: path] != nil
    }
  }

  /// The content in one line.
  func text(in job: JobDefinition) -> String {
    switch self {
    case .filter(let path): job[keyPath: path]?.value.text ?? ""
    case .conditions(let path): job[keyPath: path].map(\.value.text).joined(separator: " and ")
    case .rows(let path, _): job[keyPath: path].map { "\($0.name) = \($0.value)" }.joined(separator: ", ")
    case .duration(let path): job[keyPath: path].map { DurationText.text(of: $0.value) } ?? ""
    case .program(let path): ShellWords.line(of: job[keyPath: path]?.value ?? [])
    }
  }

  /// Says the least that such a job can be told.
  func sayLeast(in job: inout JobDefinition) {
    switch self {
    case .filter(let path): job[keyPath: path] = Self.filter(".")
    case .conditions(let path): job[keyPath: path] = [Self.filter("true")].compactMap(\.self)
    case .rows(let path, _): job[keyPath: path] = [Row("key", "{{input}}")]
    case .duration(let path): job[keyPath: path] = Located(.seconds(1))
    // It gives back what it is given.
    case .program(let path): job[keyPath: path] = Located(["cat"])
    }
  }

  private static func filter(_ text: String) -> Located<JQFilter>? {
    (try? JQFilter(parsing: text)).map { Located($0) }
  }

  /// Forgets the location in the file.
  func dropPlaces(in job: inout JobDefinition) {
    switch self {
    case .filter(let path): job[keyPath: path]?.place = nil
    case .conditions(let path): for index in job[keyPath: path].indices { job[keyPath: path][index].place = nil }
    case .rows(let path, _): for index in job[keyPath: path].indices { job[keyPath: path][index].place = nil }
    case .duration(let path): job[keyPath: path]?.place = nil
    case .program(let path): job[keyPath: path]?.place = nil
    }
  }
}

// The parts that others look for.
extension JobContent {
  /// Goes through the texts in which templates may stand, those of rows turned off too, and takes over what becomes of them.
  ///
  /// The only list of them: templates, permissions, credentials and *Why?* are about these.
  func visitTexts(in job: inout JobDefinition, of kind: JobKind, _ visit: (inout JobText) -> Void) {
    switch self {
    case .rows(let path, _):
      for index in job[keyPath: path].indices {
        let row = job[keyPath: path][index]
        var text = JobText(
          text: row.located, keys: [kind.rawValue, row.name], credential: .named(row.name), isOn: row.isOn)
        visit(&text)
        job[keyPath: path][index].value = text.text.value
      }
    case .filter, .conditions, .duration, .program: break
    }
  }

  func filters(in job: JobDefinition) -> [Located<JQFilter>] {
    switch self {
    case .filter(let path): job[keyPath: path].map { [$0] } ?? []
    case .conditions(let path): job[keyPath: path]
    case .rows, .duration, .program: []
    }
  }

  var program: Path<Located<[String]>?>? {
    if case .program(let path) = self { path } else { nil }
  }
}

extension Reader where Value == [String] {
  /// A program with its arguments.
  fileprivate static var arguments: Reader {
    let expected = "a list: a program and its arguments"
    return Reader(expected, .list(.text()), write: { .list($0.map { .text($0) }) }) { node, decoding in
      guard let items = node.items, !items.isEmpty else { return decoding.mismatch(node, expected: expected) }
      let words = items.compactMap { $0.text ?? decoding.mismatch($0, expected: "text") }
      return words.count == items.count ? words : nil
    }
  }
}
