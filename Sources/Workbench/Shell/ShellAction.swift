import ParleyEngine
import TerminalKit

/// What concerns the program as a whole rather than one pane.
enum ShellAction: Sendable {
  // Getting about.
  case show(Screen)
  case focus(Pane)
  case focusNext
  case focusPrevious
  case jump
  case zoom
  case resizeStrip
  case back
  case interrupt
  case suspend
  case quit
  case end

  // Pop-ups.
  case palette
  case run(CommandID)
  case help
  /// Commands have other keys from now on.
  case rebound(KeyPlan)
  case showProblem
  case showMistakes

  // The workspace.
  case reload
  case workspace(WorkspaceSnapshot)
  case pickEnvironment
  case select(environment: String)
  case askPool
  case limit(pool: Int)
  case turnMocks
  case askTrust
  case trust([TrustItem])

  // One request.
  case open(RequestID, focus: Pane?)
  /// The cursor of the list has come to it.
  case display(RequestID)
  case loaded(RequestID, LoadedRequest)
  /// Its file may have changed.
  case reloaded(RequestID, LoadedRequest)
  case save
  case saved(RequestID, RequestDraft, SaveOutcome)
  /// Asks where the secrets of a request belong that was just given a file.
  case askPlaces(RequestID, RequestDraft)
  case place([SecretPlacement], RequestDraft, of: RequestID)
  /// They are where they belong, and the draft takes them from there: it is saved.
  case placed(RequestID, RequestDraft)
  /// What was answered is asked again from now on.
  case forgetAnswers
  case forgotAnswers(Int)
  /// The whole file is written as it was shown.
  case rewrite(RequestID, RequestDraft, FileRewrite)
  /// Both the file and the draft have changed, and the person has chosen: the draft stays, on top of the file.
  case keepMine(RequestID, mine: RequestDraft, theirs: LoadedRequest, saves: Bool)
  case keepTheirs(RequestID, LoadedRequest)
  case keepScratch(RequestDraft, RequestID, folder: String)

  // The tree of requests.
  case askName(NameQuestion)
  case name(NameQuestion, RequestID)
  /// These files name it by its id.
  case askMove(RequestID, to: RequestID, in: [String])
  case move(RequestID, to: RequestID, everywhere: Bool)
  case askDelete(RequestID)
  case delete(RequestID)
  /// Files have come or gone; one of them may be wanted open.
  case changed(WorkspaceSnapshot, gone: RequestID?, open: RequestID?)

  // Sending.
  case send
  case order(SendIntent)
  /// Sends it after having allowed what it needs.
  case trustAndSend([TrustItem], SendIntent)
  /// Asks whether an effect may do what it needs, and lets it go on then.
  case trustBefore([TrustItem], any ServiceEffect)
  case trustAndGoOn([TrustItem], any ServiceEffect)
  case answered(SendIntent, SendOutcome)
  /// The next page of a list, or the one before.
  case turnPage(Int)
  case explained(RequestID, SendingExplained)
  case pickFile([String])
  /// What must be known for a curl command with its secrets.
  case askForCurl(CurlExport, [Question])
  case curl(CurlExport)
  /// An answer is given again by a mock of that file.
  case keptMock(RequestID, file: String)
  /// What could not be taken of a command that was pasted.
  case tellImport([String])
  /// It cannot be sent as it is.
  case refused(SendIntent, Problem)

  // The log.
  case openEntry(LogEntry)
  case opened(KeptExchange)
  case askFilterName(String)
  case pickFilter([SavedFilter])

  // Cookies.
  case showCookies
  case cookies([Cookie])
  case askCookie(Cookie)
  case setCookie(Cookie)
  case removeCookie(Cookie.ID)
  case clearCookies

  // The cache.
  case cache(CacheSheet)
  // Shared data.
  case askCapture(RequestID, ValuePath, value: String)
  case capture(Capture, as: String, cipher: String?)
  case shared(SharedQuestion)
  // Groups.
  case groups(GroupQuestion)

  // Other programs.
  /// A text, and what it is.
  case copy(String, of: String)
  case edit(file: String, line: Int?)
  case editStaged(file: String, then: any ServiceEffect)
}
