import ParleyEngine
import ParleyText
package import TerminalKit
import WorkbenchParts
import WorkbenchServices

/// The instructions for a sign-in that a person completes elsewhere, while a request waits for it.
package struct SignInSheet: Sheet {
  package var isLeftByClick: Bool { false }

  package let id: Int

  package init(id: Int) {
    self.id = id
  }

  private static let widest = 72
  private static let gap = 2
  /// Less is no room for words beside a picture.
  private static let narrowest = 26

  package var keyContexts: [KeyContext] { [.signIn, .sheet] }
  package var acceptWord: String { "open in browser" }
  package var closeWord: String { "cancel" }

  package mutating func update(_ action: PopupAction, in state: State) -> LayerOutcome<Action> {
    switch action {
    case .close: .close(.signIn(.giveUp(id)))
    case .accept: .act(.signIn(.openPage))
    case .copy:
      state.signIn[id].map { .act(.terminal(.copy($0.invitation.bestAddress, of: "the address"))) } ?? .handled
    case .confirm, .move, .next, .previous, .turnKeeping, .acceptAll: .handled
    }
  }

  package func draw(into frame: inout Frame, over rect: Rect, in state: State) {
    guard let shown = state.signIn[id] else { return }
    let room = Size(width: max(10, min(Self.widest, rect.width - 4)), height: max(1, rect.height - 2))
    let picture = picture(of: shown, in: room, drawsDark: state.signIn.drawsDark)
    let columns = picture.map { room.width - $0.width - Self.gap } ?? room.width
    let words = lines(shown, columns: columns, hasPicture: picture != nil, now: state.now)
    let height = min(room.height, max(words.count, picture?.lines.count ?? 0))
    let inside = frame.popup(Size(width: room.width, height: height), over: rect, title: "Sign in")
    for (row, line) in words.prefix(inside.height).enumerated() {
      frame.put(line, at: inside.row(row).origin, maxWidth: columns)
    }
    guard let picture else { return }
    for (row, line) in picture.lines.enumerated() {
      frame.put(
        line, at: Point(x: inside.maxX - picture.width, y: inside.y + row), style: .text, maxWidth: picture.width)
    }
  }

  /// The QR code for a phone; nil if there is no room beside the words.
  private func picture(of shown: ShownSignIn, in room: Size, drawsDark: Bool) -> (lines: [String], width: Int)? {
    guard shown.invitation.code != nil, let code = QRCode(shown.invitation.bestAddress) else { return nil }
    let width = code.size + 4
    let lines = code.lines(drawsDark: drawsDark)
    guard lines.count <= room.height, width + Self.gap + Self.narrowest <= room.width else { return nil }
    return (lines, width)
  }
}

// Its words.
extension SignInSheet {
  private func lines(_ shown: ShownSignIn, columns: Int, hasPicture: Bool, now: Timestamp) -> [StyledText] {
    let invitation = shown.invitation
    var lines: [StyledText] = []
    func add(_ text: String, _ style: Style = .text) {
      lines += TextWrap.lines(of: text, width: columns).map { StyledText($0, style) }
    }
    if let code = invitation.code {
      add("Open this page on any device:")
      add(invitation.address, Style(.accent))
      lines.append("")
      add("and type the code")
      lines += ["", StyledText(code, Style(.title, .bold)), ""]
      if hasPicture { add("The QR code opens the page with the code in it.") }
      if shown.isInBrowser == false { add("No browser was found here.", Style(.warning)) }
      lines.append("")
    } else {
      add(Self.intro(shown.isInBrowser), Style(shown.isInBrowser == false ? .warning : .text))
      lines.append("")
      add(invitation.address, Style(.accent))
      lines.append("")
    }
    add(Self.waiting(for: invitation, now: now), .muted)
    return lines
  }

  private static func intro(_ isInBrowser: Bool?) -> String {
    switch isInBrowser {
    case true?: "This page was opened in your browser. Sign in there."
    case false?: "No browser was found. Open this page in one on this machine (y copies its address):"
    case nil: "Sign in at this page:"
    }
  }

  private static func waiting(for invitation: SignInInvitation, now: Timestamp) -> String {
    let left = max(0, Int(now.duration(to: invitation.expiresAt).inMicroseconds / 1_000_000))
    let seconds = "\(left % 60)"
    let time = "\(left / 60):\(seconds.count < 2 ? "0" : "")\(seconds)"
    return "Waiting for you: \(time) left. Esc cancels."
  }
}
