import ParleyEngine
import TerminalKit

extension FormSheet {
  /// Asks for the paths that comparisons of a group's runs ignore.
  init(ignoring paths: [String], mistake: String?, for purpose: FormPurpose = .ignoredPaths) {
    self.init(
      "Ignored paths", note: Self.ignoredPathsNote, [Field("paths", paths.joined(separator: ", "))], mistake: mistake,
      for: purpose)
  }

  private static let ignoredPathsNote = """
    Separated by commas: .result.token of any result, .status, .headers.date, .request.query.page, .items[*].id, ..id at any \
    depth; steps.login.token for one step.
    """
}

extension FormPurpose {
  static func ignoredPaths(in text: String, then action: ([String]) -> Action) -> Result<Action, Mistake> {
    let texts = text.cutAtCommas
    do throws(IgnoredPathError) {
      return .success(action(try IgnoredPaths(texts).texts))
    } catch {
      return .failure(Mistake(sentence: "\(error.summary) \(error.advice ?? "")"))
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
