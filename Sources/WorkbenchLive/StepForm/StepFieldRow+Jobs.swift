import JQ
import ParleyEngine
import ParleyFiles
import ParleyModel
import ParleyText
import ParleyWorkspace
import WorkbenchServices

// What local jobs do, where that is more than a word or a line.
extension StepFieldRow<NodeDefinition> {
  static func rows(of job: JobDefinition) -> [StepFieldRow] {
    let kind = job.kind ?? .jq
    return rows(of: job, kind) + (kind == .run ? [key(.timeout, "timeout", .duration)] : [])
  }

  private static func rows(of job: JobDefinition, _ kind: JobKind) -> [StepFieldRow] {
    switch kind.content {
    case .filter: [key(.job(kind), kind.rawValue, .filter)]
    case .conditions(let path): (0...job[keyPath: path].count).map { condition($0, kind, path) }
    case .rows(let path, _): (0...job[keyPath: path].count).map { row($0, kind, path) }
    case .duration: [key(.job(kind), kind.rawValue, .duration)]
    case .program(let path): [program(kind, path)]
    }
  }

  private static func program(_ kind: JobKind, _ path: JobContent.Path<Located<[String]>?>) -> StepFieldRow {
    StepFieldRow(.job(kind), kind.rawValue, .program, NodeDefinition.help(of: kind.rawValue)) {
      ShellWords.line(of: $0.job[keyPath: path]?.value ?? [])
    } write: { text, node in
      let words: [String]
      do throws(ShellWords.UnclosedQuote) { words = try ShellWords.split(text) } catch {
        throw WordsMistake("A quote \(error.quote) is not closed.")
      }
      guard !words.isEmpty else { throw WordsMistake("Expected a program and its arguments.") }
      node.job[keyPath: path] = Located(words)
    }
  }

  private static func condition(
    _ place: Int, _ kind: JobKind, _ path: JobContent.Path<[Located<JQFilter>]>
  ) -> StepFieldRow {
    item(place, kind, path, .filter, standard: "+ add one", text: \.value.text) {
      Located(try JQFilter(asTyped: $0))
    }
  }

  /// A name and its value, as `key = value`; off with the sign that rows in files have, `~key = value`.
  private static func row(_ place: Int, _ kind: JobKind, _ path: JobContent.Path<[Row]>) -> StepFieldRow {
    item(
      place, kind, path, .template, standard: "+ add key = value", text: SharedKeyText.text, read: SharedKeyText.row
    )
  }

  /// One of several; the last is for one more.
  private static func item<Item>(
    _ place: Int, _ kind: JobKind, _ path: JobContent.Path<[Item]>, _ input: StepInput, standard: String,
    text: @escaping (Item) -> String, read: @escaping (String) throws -> Item
  ) -> StepFieldRow {
    StepFieldRow(
      .jobItem(kind, place), kind.rawValue, input, NodeDefinition.help(of: kind.rawValue), standard: standard
    ) {
      let items = $0.job[keyPath: path]
      return items.indices.contains(place) ? text(items[place]) : ""
    } write: { written, node in
      guard written.isEmpty else { return node.job[keyPath: path].say(try read(written), at: place) }
      guard place > 0 || node.job[keyPath: path].count > 1 else {
        throw WordsMistake("The step \(kind.rawValue)s nothing else.", advice: "D on the step deletes it.")
      }
      node.job[keyPath: path].drop(at: place)
    }
  }
}

extension Array {
  /// Puts an item in a place, or behind all others where there is no such place.
  fileprivate mutating func say(_ item: Element, at place: Int) {
    if indices.contains(place) { self[place] = item } else { append(item) }
  }

  fileprivate mutating func drop(at place: Int) {
    if indices.contains(place) { remove(at: place) }
  }
}

/// `key = value`, as a person types what a step sets.
enum SharedKeyText {
  static func text(of row: Row) -> String { "\(row.isOn ? "" : "~")\(row.name) = \(row.value)" }

  static func row(of text: String) throws(WordsMistake) -> Row {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(\.trimmed)
    let isOn = !(parts.first ?? "").hasPrefix("~")
    let name = isOn ? parts.first ?? "" : String((parts.first ?? "").dropFirst())
    guard parts.count == 2, !name.isEmpty else {
      throw WordsMistake("Expected key = value, such as token = {{steps.login.token}}.")
    }
    return Row(name, parts[1], isOn: isOn)
  }

  /// The text after the key's `=`; empty if there is none.
  static func value(in text: String) -> String {
    text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).dropFirst().first?.trimmed ?? ""
  }
}

extension JQFilter {
  /// - Throws: `WordsMistake` that says where the text is no filter.
  init(asTyped text: String) throws(WordsMistake) {
    do throws(JQCompileError) { self = try JQFilter(parsing: text) } catch { throw WordsMistake(error.sentence) }
  }
}
