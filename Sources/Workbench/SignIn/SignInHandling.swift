import ParleyEngine
import ParleyModel
import TerminalKit
import WorkbenchServices
import WorkbenchState

/// Signing in while a request waits for its token.
enum SignInHandling {
  static func handle(_ action: SignInAction, in state: inout State) -> [Effect] {
    switch action {
    case .changed: return [.perform(SignInEffect.look)]
    case .news(let news): return take(news, in: &state)
    case .openPage:
      return state.signIn.top.map { [.perform(SignInEffect.open($0.id, $0.invitation.bestAddress))] } ?? []
    case .opened(let id, let isInBrowser):
      guard let place = state.signIn.open.firstIndex(where: { $0.id == id }) else { return [] }
      state.signIn.open[place].isInBrowser = isInBrowser
    case .copyCode:
      guard let code = state.signIn.top?.invitation.code else { return [] }
      return [.terminal(.copy(code, of: "the code"))]
    case .invert: state.signIn.drawsDark.toggle()
    case .giveUp(let id): return [.perform(SignInEffect.giveUp(id))]
    case .reply(let answers, let keeping):
      state.signIn.questions = []
      return [.perform(SignInEffect.reply(answers, keeping))]
    }
    return []
  }

  /// Shows what is new, and takes away what has ended.
  private static func take(_ news: SignInNews, in state: inout State) -> [Effect] {
    let new = news.open.filter { state.signIn[$0.id] == nil }
    state.popups.removeAll { popup in
      if let sheet = popup.sheet as? SignInSheet { return !news.open.contains { $0.id == sheet.id } }
      if let form = (popup.sheet as? FormSheet)?.form as? SignInForm { return form.questions != news.questions }
      return false
    }
    state.signIn.open.removeAll { shown in !news.open.contains { $0.id == shown.id } }
    state.signIn.open += new
    for shown in new { state.popups.push(Popup(SignInSheet(id: shown.id))) }
    ask(news.questions, in: &state)
    // A page that is for another device is opened when the person wants it here.
    return new.filter { $0.invitation.code == nil }.map {
      .perform(SignInEffect.open($0.id, $0.invitation.bestAddress))
    }
  }

  private static func ask(_ questions: [Question], in state: inout State) {
    guard questions != state.signIn.questions else { return }
    state.signIn.questions = questions
    guard !questions.isEmpty else { return }
    state.ask(SignInForm(questions: questions))
  }
}

/// Asks what a login wants to know while a request waits for its token.
struct SignInForm: QuestionForm {
  let questions: [Question]

  var title: String { "Signing in" }
  var whenClosed: Action? { .signIn(.reply(nil, .once)) }

  func action(for answers: FormAnswers, in state: State) -> Action {
    .signIn(.reply(answers.texts, answers.keeping))
  }
}
