package import ParleyModel
import ParleyText
package import TerminalKit
import WorkbenchParts
package import WorkbenchServices

/// The parts of a file that an import cannot take over, each with its place.
package struct ImportNotesSheet: TextPopup {
  package static let widest = 100

  let notes: [String]
  package var top = 0

  package init(_ notes: [String]) { self.notes = notes }

  package var title: String { "What cannot be taken over" }

  package func lines(columns: Int) -> [StyledText] {
    notes.flatMap { TextWrap.lines(of: Sanitizer.visible($0), width: columns).map { StyledText($0) } }
  }
}

/// Something large or far away is being read.
package struct ImportReadingSheet: Sheet {
  package var isLeftByClick: Bool { false }

  private let source: String
  let progress: ImportProgress

  package init(_ source: ImportWish.Source, _ progress: ImportProgress) {
    self.progress = progress
    switch source {
    case .text: self.source = "the pasted text"
    case .place(let place): self.source = Sanitizer.visible(place)
    }
  }

  package var acceptWord: String { "wait" }
  package var closeWord: String { "cancel" }

  package mutating func update(_ action: PopupAction, in state: State) -> LayerOutcome<Action> {
    action == .close ? .close(.importing(.giveUp)) : .handled
  }

  package func draw(into frame: inout Frame, over rect: Rect, in state: State) {
    let words = "Reading \(source) …"
    let state = (progress.text.map { "\($0)  " } ?? "") + "Esc cancels"
    let width = max(20, min(max(CellWidth.columns(of: words), state.count), rect.width - 8))
    let inside = frame.popup(Size(width: width, height: 2), over: rect, title: "Import")
    frame.put(words.fitted(to: width), at: inside.origin, style: .text, maxWidth: inside.width)
    frame.put(state, at: inside.row(1).origin, style: .muted, maxWidth: inside.width)
  }
}

/// The files of an import are being written: all of them, or none.
package struct ImportWritingSheet: Sheet {
  package var isLeftByClick: Bool { false }

  package let progress: WritingProgress

  package init(_ progress: WritingProgress) { self.progress = progress }

  package var acceptWord: String { "wait" }
  package var closeWord: String { "stop" }

  package mutating func update(_ action: PopupAction, in state: State) -> LayerOutcome<Action> {
    action == .close ? .act(.importing(.stopWriting)) : .handled
  }

  package func draw(into frame: inout Frame, over rect: Rect, in state: State) {
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
