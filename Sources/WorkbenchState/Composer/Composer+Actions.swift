package import ParleyModel
import TerminalKit
package import WorkbenchParts
package import WorkbenchServices

extension Composer {
  package indirect enum Action: Sendable {
    /// As the row of a command says.
    case perform(CommandBody)

    // Answers and news from elsewhere.
    /// The request came from disk: when it is opened, and when its file has changed.
    case loaded(LoadedRequest)
    case previewed(Preview)
    /// The contents of a pasted curl command; nil if it was not one after all.
    case imported(ImportedDraft?, pasted: String)
    /// Text lies ready for $EDITOR, and comes back from it.
    case staged(String)
    case collected(String)

    // Getting about.
    case move(ListCursor.Step)
    case show(Tab)

    case change(Change)
    case files([String])
    case undo, redo

    // In a field.
    case accept
    /// Takes over the text of the field, because the draft is about to be sent.
    case settle

    // In the list of names, and in a menu.
    case completing(Completing)

    case copy(Copy)
  }

  package enum Copy: Hashable, Sendable {
    /// As it is written, templates included.
    case text
    /// With its templates filled in.
    case value
    case url
    case path
    /// As it would be sent.
    case curl(showsSecrets: Bool)
  }

  /// An action that changes the draft, or begins to.
  package enum Change: Sendable {
    case enter
    case editURL
    /// Begins a new request's URL: the text typed next replaces the one in the field.
    case beginURL
    case rename
    case add
    case toggle
    case delete
    case duplicate
    case shift(Int)
    case chooseMethod
    case chooseBodyKind
    case format
    /// To the line of a setting, on its tab.
    case goTo(SettingKey)
    /// To where the text is no JSON.
    case goToMistake
    /// The other text of a GraphQL body.
    case turnText
    case take(file: String)
    /// Adds an expectation for something that a response had.
    case expect(status: Int)
    case expectHeader(DraftRow)
    case expectFilter(String)
    /// A shared key takes the value at a path from now on.
    case capture(DraftRow)
    /// A variable of the path or a parameter of the query has this value from now on.
    case fill(ValuePlace.Kind, String, String)
    /// The parameters that a link has.
    case fillQuery([DraftRow])
  }
}

extension Composer {
  /// Effects of the composer.
  package indirect enum DraftEffect: ServiceEffect {
    /// - Parameter moment: nil for now.
    case preview(RequestDraft, of: RequestID, at: ShownMoment?)
    /// On disk before the next keystroke's.
    case keep(RequestDraft, of: RequestID, over: RequestDraft)
    case drop(of: RequestID)
    /// A pasted curl command.
    case importCurl(String, of: RequestID?)
    /// The text of the URL's field, if it says more than a URL. Sent at once where that was asked for, unless the request
    /// differs from what was typed.
    case read(String, of: RequestID?, sends: Bool)
    case stage(String, suffix: String, of: RequestID?)
    case collect(String, of: RequestID?)
    /// The files of the workspace.
    case files(of: RequestID?)

    package var lane: Lane? {
      switch self {
      case .preview(_, let id, _): Lane("preview \(id)", keepsOnlyNewest: true)
      case .keep(_, let id, _), .drop(let id): Lane("draft \(id)", keepsOnlyNewest: true, outlivesTheScreen: true)
      case .importCurl, .read, .stage, .collect, .files: nil
      }
    }

    /// A draft that cannot be kept is reported in the log and by the mark in the top bar, not at every keystroke.
    package var isAskedFor: Bool {
      switch self {
      case .importCurl, .read: true
      default: false
      }
    }

    package func perform(with services: Services) async throws -> [WorkbenchState.Action] {
      switch self {
      case .preview(let draft, let id, let moment):
        return [.composer(.previewed(await services.requests.preview(draft, of: id, at: moment)), of: id)]
      case .keep(let draft, let id, let base):
        try await services.requests.keepDraft(draft, of: id, over: base)
      case .drop(let id):
        try await services.requests.dropDraft(of: id)
      case .importCurl(let text, let id):
        return [.composer(.imported(try await services.requests.draft(typed: text), pasted: text), of: id)]
      case .read(let text, let id, let sends):
        guard let read = try await services.requests.draft(typed: text) else {
          return [
            .notice(.refused("No URL with a body or items, such as POST example.com/items name=tea: “\(text)”."))
          ]
        }
        return [.composer(.imported(read, pasted: text), of: id)]
          + (sends && read.notes.isEmpty ? [.sending(.send)] : [])
      case .stage(let text, let suffix, let id):
        return [.composer(.staged(try await services.person.stage(text, suffix: suffix, isSecret: false)), of: id)]
      case .files(let id):
        return [.composer(.files(try await services.workspace.files()), of: id)]
      case .collect(let path, let id):
        return [.composer(.collected(try await services.person.collect(path)), of: id)]
      }
      return []
    }
  }
}
