import Glibc
import ParleyEngine
internal import ParleyFiles
import ParleyStore
import ParleyWorkspace
package import WorkbenchServices

// The same calls as those of `parley runs export` and `import`.
extension LiveGroups {
  package func export(_ export: RunExport) async throws -> RunExportOutcome {
    let session = session
    let run = try await session.runs.kept(export.run)
    let path = personalPath(export.path)
    let prompter = AnsweredPrompter(export.answers)
    do {
      if export.kind == .report {
        try await session.runs.exportReport(of: run, to: path, replacing: export.replaces)
        return .written(path: path, missing: 0)
      }
      let written = try await session.runs.export(
        run, to: path, sealed: export.kind == .sealed, replacing: export.replaces, by: prompter)
      return .written(path: path, missing: written.missing)
    } catch let error as RunFileError where error.kind == .exists {
      return .exists(path: path)
    } catch RenderError.notAnswered where !prompter.asked.isEmpty {
      return .asks(prompter.asked)
    }
  }

  package func importRun(_ wish: RunImport) async throws -> RunImportOutcome {
    let prompter = AnsweredPrompter(wish.answers)
    do {
      switch try await session.runs.importFile(from: personalPath(wish.path), by: prompter) {
      case .imported(let run): return .imported(run, isNew: true)
      case .known(let run): return .imported(run, isNew: false)
      }
    } catch RenderError.notAnswered where !prompter.asked.isEmpty {
      return .asks(prompter.asked)
    }
  }
}

/// Has the answers already, or notes what must be asked before.
final class AnsweredPrompter: Prompter {
  private let answers: [String]
  private let noted = Lock([Question]())

  init(_ answers: [String]) {
    self.answers = answers
  }

  /// The questions without an answer.
  var asked: [Question] { noted.withLock { $0 } }

  func answers(to questions: [PromptQuestion]) async throws -> [PromptAnswer]? {
    if answers.count == questions.count { return answers.map { PromptAnswer($0) } }
    noted.withLock { $0 = questions.map(Question.init) }
    return nil
  }
}
