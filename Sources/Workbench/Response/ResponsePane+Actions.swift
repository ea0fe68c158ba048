import ParleyEngine

extension ResponsePane {
  enum Action: Sendable {
    // What comes from elsewhere.
    /// A request has been sent, to a URL as far as it may be shown.
    /// - hidesAnswer: a secret is taken out of its response, which nobody may see before that.
    case began(ActiveTransfer, secrets: Secrets = Secrets(), url: String = "", hidesAnswer: Bool = false)
    case news(ExchangeID, TransferNews)
    /// It was not sent, for this reason.
    case refused(Problem)
    /// An exchange from the history.
    case opened(KeptExchange)
    /// The last exchange of the request, from the history, where nothing was sent yet.
    case restored(KeptExchange)
    /// For the response of an exchange, unless another one is shown by now.
    indirect case of(ExchangeID?, Action)
    case page(BodyPage, BodyPage.Query)
    case path(String?, line: Int)
    /// The cursor belongs on another line now, and what is held is out of date.
    case moved(to: Int)
    case found(BodyView.Found?, number: Int)
    case wire([WireLine])
    case history([PastExchange])
    case judged(Verdict, ExchangeID?)
    case filtered(LiveFilter.Outcome, number: Int)
    /// What is true of the value under the cursor.
    case expected(String)
    /// A text for the clipboard, and what it is; without a text there is none.
    case copied(String?, of: String)

    // Getting about.
    case move(ListCursor.Step)
    case moveAcross(Int)
    case turnTab(Int)
    case show(Tab)

    // In the body.
    case fold
    case foldAll
    case turnMode
    case startFilter
    /// Shows the whole body again.
    case dropFilter
    case startSearch
    case step(Int)
    case startSaving

    // In the line at the bottom.
    case accept
    case leave

    /// Shows the exchange under the cursor again.
    case openPast
    /// Shows the current response again after an older one.
    case showCurrent
    /// What is under the cursor is to be expected of every response.
    case expect
    /// The value under the cursor is to go into a shared key.
    case capture
    case picked(ValuePath, String)
    /// Nobody may see this value from now on.
    case mask(String)
    case reveal
    case keepAsMock
    case pause
    case copy(Copy)
  }

  enum Copy: Hashable, Sendable {
    /// What the cursor is on.
    case value
    case path
    case body
    case url
  }
}
