import ParleyEngine
import TerminalKit

/// Asks for the paths that comparisons ignore.
package struct IgnoredPathsForm: PopupForm {
  let paths: [String]
  /// Keeps them, of runs or of responses.
  let keeping: @Sendable ([String]) -> Action

  package init(paths: [String], keeping: @escaping @Sendable ([String]) -> Action) {
    self.paths = paths
    self.keeping = keeping
  }

  package var title: String { "Ignored paths" }
  package var note: String {
    """
    Separated by commas: .result.token of any result, .status, .headers.date, .request.query.page, .items[*].id, ..id at any \
    depth; steps.login.token for one step.
    """
  }
  package var fields: [FormField] { [FormField("paths", paths.joined(separator: ", "))] }

  package func action(for answers: FormAnswers, in state: State) throws(FormMistake) -> Action {
    do throws(IgnoredPathError) {
      return keeping(try IgnoredPaths(answers[0].cutAtCommas).texts)
    } catch {
      throw FormMistake("\(error.summary) \(error.advice ?? "")")
    }
  }
}

extension String {
  /// Its pieces without blanks around them; what stands in quotes is not cut.
  fileprivate var cutAtCommas: [String] {
    var isQuoted = false
    return split { sign in
      if sign == "\"" { isQuoted.toggle() }
      return sign == "," && !isQuoted
    }
    .map { $0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed() }.map { String($0) }.filter { !$0.isEmpty }
  }
}
