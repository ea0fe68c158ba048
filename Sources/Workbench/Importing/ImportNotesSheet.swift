import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices

/// The parts of a file that an import cannot take over, each with its place.
struct ImportNotesSheet: TextPopup {
  static let widest = 100

  let notes: [String]
  var top = 0

  init(_ notes: [String]) { self.notes = notes }

  var title: String { "What cannot be taken over" }

  func lines(columns: Int) -> [StyledText] {
    notes.flatMap { TextWrap.lines(of: Sanitizer.visible($0), width: columns).map { StyledText($0) } }
  }
}

/// Something large or far away is being read.
struct ImportReadingSheet: Sheet {
  var isLeftByClick: Bool { false }

  private let source: String
  let progress: ImportProgress

  init(_ source: ImportWish.Source, _ progress: ImportProgress) {
    self.progress = progress
    switch source {
    case .text: self.source = "the pasted text"
    case .place(let place): self.source = Sanitizer.visible(place)
    }
  }

  var acceptWord: String { "wait" }
  var closeWord: String { "cancel" }

  mutating func update(_ action: PopupAction, in state: State) -> LayerOutcome<Action> {
    action == .close ? .close(.importing(.giveUp)) : .handled
  }

  func draw(into frame: inout Frame, over rect: Rect, in state: State) {
    let words = "Reading \(source) …"
    let state = (progress.text.map { "\($0)  " } ?? "") + "Esc cancels"
    let width = max(20, min(max(CellWidth.columns(of: words), state.count), rect.width - 8))
    let inside = frame.popup(Size(width: width, height: 2), over: rect, title: "Import")
    frame.put(words.fitted(to: width), at: inside.origin, style: .text, maxWidth: inside.width)
    frame.put(state, at: inside.row(1).origin, style: .muted, maxWidth: inside.width)
  }
}

/// The files of an import are being written: all of them, or none.
struct ImportWritingSheet: Sheet {
  var isLeftByClick: Bool { false }

  let progress: WritingProgress

  init(_ progress: WritingProgress) { self.progress = progress }

  var acceptWord: String { "wait" }
  var closeWord: String { "stop" }

  mutating func update(_ action: PopupAction, in state: State) -> LayerOutcome<Action> {
    action == .close ? .act(.importing(.stopWriting)) : .handled
  }

  func draw(into frame: inout Frame, over rect: Rect, in state: State) {
    let (done, total) = progress.count
    let words = total == 0 ? "Writing …" : "Writing \(done.grouped) of \(total.counted("file")) …"
    let state =
      progress.isStopped
      ? "Stopping …" : progress.isPutting ? "Putting them in place …" : "Esc stops; then nothing is written"
    let width = max(20, min(48, rect.width - 8))
    let inside = frame.popup(Size(width: width, height: 2), over: rect, title: "Import")
    frame.put(words.fitted(to: width), at: inside.origin, style: .text, maxWidth: inside.width)
    frame.put(state.fitted(to: width), at: inside.row(1).origin, style: .muted, maxWidth: inside.width)
  }
}
