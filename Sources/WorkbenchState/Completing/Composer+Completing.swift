import TerminalKit
import WorkbenchParts
package import WorkbenchServices

/// The composer's knowledge for completion, besides its preview.
struct ComposerKnowledge: Sendable {
  /// Nil until it has been read for the field that is open.
  fileprivate(set) var vocabulary: RequestVocabulary?
  /// The description's words for the request's operation.
  fileprivate(set) var operation = OperationWords()
  fileprivate(set) var responses: [String: [TemplateName]] = [:]
  fileprivate var isAsked = false
  fileprivate var asked: Set<String> = []
}

extension Composer {
  package enum Completing: Sendable {
    /// Shows the choices although nothing is typed.
    case open
    case learned(RequestVocabulary, OperationWords = OperationWords())
    case learnedResponse(String, [TemplateName])
  }

  mutating func update(_ action: Completing) -> [Effect] {
    switch action {
    case .open:
      complete(isAsked: true)
      field?.completion?.choose()
      if field != nil, self.field?.completion == nil, knowledge.vocabulary != nil {
        return [.say(.refused("There is nothing to complete here."))]
      }
    case .learned(let vocabulary, let operation):
      knowledge.vocabulary = vocabulary
      knowledge.operation = operation
      completeAgain()
    case .learnedResponse(let request, let paths):
      knowledge.responses[request] = paths
      completeAgain()
    }
    return []
  }

  /// The choices follow what has come to be known meanwhile.
  mutating func completeAgain() {
    guard let field, field.wantsCompletion else { return }
    let isAsked = field.completion?.typed.isEmpty == true
    let completion = completion(of: field, isAsked: isAsked)?.following(field.completion)
    self.field?.completion = completion
  }

  /// Lists what could stand where the cursor is.
  mutating func complete(isAsked: Bool = false) {
    guard let field else { return }
    let completion = completion(of: field, isAsked: isAsked)
    self.field?.wantsCompletion = true
    self.field?.completion = completion
  }

  /// Reads what the open field can be completed with, once for each time it is opened.
  mutating func askForWords() -> [Effect] {
    guard let field else {
      knowledge = ComposerKnowledge()
      return []
    }
    var effects: [Effect] = []
    if !knowledge.isAsked {
      knowledge.isAsked = true
      effects.append(.perform(VocabularyEffect(composer: address, request: request, draft: draft)))
    }
    if let request = templateWords.missing(before: field.area.beforeCursor), knowledge.asked.insert(request).inserted {
      let composer = address
      effects.append(
        .perform(
          ResponsePathsEffect(request: request) {
            .composer(.completing(.learnedResponse(request, $0)), of: composer)
          }))
    }
    return effects
  }

  private var templateWords: TemplateWords {
    TemplateWords(
      names: names, requests: knowledge.vocabulary?.requests ?? [], responses: knowledge.responses)
  }

  /// The choices for the text at the cursor of the field.
  func completion(of field: Field, isAsked: Bool = false) -> Completion? {
    if field.area.isCommanding { return nil }
    if OpenTemplate(before: field.area.beforeCursor) != nil { return Completion(in: field.area, of: templateWords) }
    guard let words = words(for: field) else { return nil }
    // In a text of several lines Enter is a new line unless a choice is shown.
    let place: Completion.Place = field.area.isMultiline ? .name : .word
    return Completion(of: words.typed, among: words.suggestions, at: place, isAsked: isAsked)
  }

  /// A text of several lines is completed where it is JSON, and a string is open in it.
  private func words(for field: Field) -> FieldWords? {
    guard field.area.isMultiline else {
      return field.area.afterCursor.isEmpty ? FieldWords(of: field, in: self) : nil
    }
    guard tab == .body, draft.body.kind == .json else { return nil }
    return knowledge.operation.bodyWords(before: field.area.textBeforeCursor)
  }
}

extension TextField {
  /// All lines, up to the cursor.
  fileprivate var textBeforeCursor: String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).prefix(cursor.line)
    return (lines.map(String.init) + [beforeCursor]).joined(separator: "\n")
  }
}
