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
    switch job.kind {
    case .assert: (0...job.assert.count).map(assertion)
    case .set: (0...job.set.count).map(sharedKey)
    case .run: [program, key(.timeout, "timeout", .duration)]
    case .wait: [key(.job(.wait), "wait", .duration)]
    case .jq, nil: [key(.job(.jq), "jq", .filter)]
    }
  }

  private static var program: StepFieldRow {
    StepFieldRow(.job(.run), "run", .program, NodeDefinition.help(of: "run")) {
      ShellWords.line(of: $0.job.run?.value ?? [])
    } write: { text, node in
      let words: [String]
      do throws(ShellWords.UnclosedQuote) { words = try ShellWords.split(text) } catch {
        throw WordsMistake("A quote \(error.quote) is not closed.")
      }
      guard !words.isEmpty else { throw WordsMistake("Expected a program and its arguments.") }
      node.job.run = Located(words)
    }
  }

  /// One of several; the last is for one more.
  private static func assertion(_ place: Int) -> StepFieldRow {
    StepFieldRow(.jobItem(.assert, place), "assert", .filter, NodeDefinition.help(of: "assert"), standard: "one more") {
      $0.job.assert.indices.contains(place) ? $0.job.assert[place].value.text : ""
    } write: { text, node in
      let isLast = node.job.assert.count == 1 && place == 0
      guard !text.isEmpty else {
        guard !isLast else { throw WordsMistake("The step asserts nothing else.", advice: "D on the step deletes it.") }
        if node.job.assert.indices.contains(place) { node.job.assert.remove(at: place) }
        return
      }
      let filter = Located(try JQFilter(asTyped: text))
      if node.job.assert.indices.contains(place) {
        node.job.assert[place] = filter
      } else {
        node.job.assert.append(filter)
      }
    }
  }

  /// A shared key and what it is set to, as `key = value`; off with the sign that rows in files have, `~key = value`.
  private static func sharedKey(_ place: Int) -> StepFieldRow {
    StepFieldRow(
      .jobItem(.set, place), "set", .template, NodeDefinition.help(of: "set"), standard: "one more: key = value"
    ) {
      $0.job.set.indices.contains(place) ? SharedKeyText.text(of: $0.job.set[place]) : ""
    } write: { text, node in
      guard !text.isEmpty else {
        guard node.job.set.count > 1 || place > 0 else {
          throw WordsMistake("The step sets nothing else.", advice: "D on the step deletes it.")
        }
        if node.job.set.indices.contains(place) { node.job.set.remove(at: place) }
        return
      }
      let row = try SharedKeyText.row(of: text)
      if node.job.set.indices.contains(place) { node.job.set[place] = row } else { node.job.set.append(row) }
    }
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
