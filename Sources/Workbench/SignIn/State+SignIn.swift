import ParleyEngine
import ParleyModel
import TerminalKit
import WorkbenchServices
import WorkbenchState

extension State {
  mutating func signIn(_ action: SignInAction) -> [Effect] {
    switch action {
    case .changed: return [.perform(SignInEffect.look)]
    case .news(let news): return take(news)
    case .openPage: return signIn.top.map { [.perform(SignInEffect.open($0.id, $0.invitation.bestAddress))] } ?? []
    case .opened(let id, let isInBrowser):
      guard let place = signIn.open.firstIndex(where: { $0.id == id }) else { return [] }
      signIn.open[place].isInBrowser = isInBrowser
    case .copyCode:
      guard let code = signIn.top?.invitation.code else { return [] }
      return [.terminal(.copy(code, of: "the code"))]
    case .invert: signIn.drawsDark.toggle()
    case .giveUp(let id): return [.perform(SignInEffect.giveUp(id))]
    case .reply(let answers, let keeping):
      signIn.questions = []
      return [.perform(SignInEffect.reply(answers, keeping))]
    }
    return []
  }

  /// Shows what is new, and takes away what has ended.
  private mutating func take(_ news: SignInNews) -> [Effect] {
    let new = news.open.filter { signIn[$0.id] == nil }
    popups.removeAll { popup in
      if let sheet = popup.sheet as? SignInSheet { return !news.open.contains { $0.id == sheet.id } }
      if let form = (popup.sheet as? FormSheet)?.form as? SignInForm { return form.questions != news.questions }
      return false
    }
    signIn.open.removeAll { shown in !news.open.contains { $0.id == shown.id } }
    signIn.open += new
    for shown in new { popups.push(Popup(SignInSheet(id: shown.id))) }
    ask(news.questions)
    // A page that is for another device is opened when the person wants it here.
    return new.filter { $0.invitation.code == nil }.map {
      .perform(SignInEffect.open($0.id, $0.invitation.bestAddress))
    }
  }

  private mutating func ask(_ questions: [Question]) {
    guard questions != signIn.questions else { return }
    signIn.questions = questions
    guard !questions.isEmpty else { return }
    ask(SignInForm(questions: questions))
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
