import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchParts
package import WorkbenchServices
package import WorkbenchState

/// Copies all lines that the filter shows, or writes them to a file.
package struct LogLinesEffect: ServiceEffect {
  enum Target: Hashable, Sendable {
    case clipboard
    case file(String)
  }

  /// So many of the newest lines are taken, in pieces.
  static let most = 100_000
  private static let piece = 2000

  let filter: LogFilter
  /// The moment up to which events are listed; nil for all of them.
  let end: Timestamp?
  let target: Target

  package func perform(with services: Services) async throws -> [Action] {
    let lines = try await lines(of: services.history)
    let text = lines.joined(separator: "\n") + "\n"
    guard case .file(let path) = target else { return [.events(.linesRead(text, count: lines.count))] }
    do {
      let sentence = try await BodyFileWriter(InMemoryBytes(text)).write(to: path)
      return [.notice(.done("\(lines.count.counted("line")), \(sentence)").logged())]
    } catch let problem as Problem where problem.code == BodyFileWriter.exists {
      return [.ask(LogFileForm(filter: filter, end: end, path: path, mistake: "\(path) exists already."))]
    }
  }

  private func lines(of history: any HistoryServices) async throws -> [String] {
    var window = try await history.log(query(.newest, count: 1, front: 0))
    while window.isSearching { window = try await history.log(query(.newest, count: 1, front: window.front)) }
    var lines: [String] = []
    for line in stride(from: max(0, window.total - Self.most), to: window.total, by: Self.piece) {
      let some = try await history.log(query(.from(line), count: Self.piece, front: window.front))
      lines += some.entries.map(LogText.line)
      try Task.checkCancellation()
    }
    return lines
  }

  private func query(_ place: LogQuery.Place, count: Int, front: Int) -> LogQuery {
    var query = LogQuery(filter, place, count: count, front: front)
    query.end = end
    return query
  }
}

/// Asks for the file that the lines of the log go to.
struct LogFileForm: PopupForm {
  let filter: LogFilter
  let end: Timestamp?
  var path = "events.log"
  var mistake: String?

  var title: String { "Save the lines to a file" }
  var note: String {
    let place = "Secrets are masked. A relative path is below the folder that Parley was started in."
    return filter.isEmpty ? place : "The lines that the filter shows. \(place)"
  }
  var fields: [FormField] { [FormField("file", path)] }

  func action(for answers: FormAnswers, in state: State) throws(FormMistake) -> Action {
    let path = answers[0].trimmed
    guard !path.lastPathPart.isEmpty, !path.hasSuffix("/") else { throw FormMistake("Name the file.") }
    return .events(.save(LogLinesEffect(filter: filter, end: end, target: .file(path))))
  }
}
