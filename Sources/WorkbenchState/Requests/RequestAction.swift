package import ParleyModel
package import WorkbenchServices

/// An action on one request.
package indirect enum RequestAction: Sendable {
  case open(RequestID, focus: Pane?)
  /// The cursor of the list has come to it.
  case display(RequestID)
  case loaded(RequestID, LoadedRequest)
  /// Its file may have changed.
  case reloaded(RequestID, LoadedRequest)
  /// Ctrl-S, whatever is shown.
  case save
  case saveOpen
  case saved(RequestID, RequestDraft, SaveOutcome)
  /// Asks where the secrets of a request belong that was just given a file.
  case askPlaces(RequestID, RequestDraft)
  case place([SecretPlacement], RequestDraft, of: RequestID)
  /// They are where they belong, and the draft takes them from there: it is saved.
  case placed(RequestID, RequestDraft)
  case forgotAnswers(Int)
  /// The whole file is written as it was shown.
  case rewrite(RequestID, RequestDraft, FileRewrite)
  /// Both the file and the draft have changed, and the person has chosen: the draft stays, on top of the file.
  case keepMine(RequestID, mine: RequestDraft, theirs: LoadedRequest, saves: Bool)
  case keepTheirs(RequestID, LoadedRequest)
  case keepScratch(RequestDraft, RequestID, folder: String)
  /// Reports the parts of a pasted command that could not be taken over.
  case tellImport([String])
}

extension LoadedRequest {
  package func with(draft: RequestDraft?) -> LoadedRequest {
    var copy = self
    (copy.draft, copy.base) = (draft, nil)
    return copy
  }

  package var withoutDraft: LoadedRequest { with(draft: nil) }
}
