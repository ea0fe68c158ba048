import ParleyFiles
import ParleyModel
import ParleyWorkspace
import WorkbenchServices

extension Session {
  /// The parts of a request's file that could not be read, so that they are in no draft of it and nothing of them is sent.
  func leftOut(of id: String) -> [Problem] {
    guard let request = workspace.request(id), request.hasErrors, workspace.syntaxError(in: request.file) == nil else {
      return []
    }
    return workspace.readingErrors(in: request.file).map { error in
      Problem(
        code: "\(error.code)", "Left out, line \(error.place.line) of the file: \(error.sentence)", advice: error.hint)
    }
  }
}
