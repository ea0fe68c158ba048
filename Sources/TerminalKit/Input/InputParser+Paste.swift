extension InputParser {
  private static let pasteBegin = Array("\u{1B}[200~".utf8)
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  /// Takes the bytes of a paste as text up to its end mark, whatever they hold.
  mutating func continuePaste() -> [InputEvent]? {
    guard let end = endOfPaste() else {
      let held = heldBack()
      append(pending.dropLast(held))
      pending = pending.suffix(held)
      return nil
    }
    let text = pending[..<end]
    pending = pending[(end + Self.pasteEnd.count)...]
    return endPaste(with: text, keeping: pending)
  }

  mutating func endPaste(with last: ArraySlice<UInt8>, keeping rest: ArraySlice<UInt8> = []) -> [InputEvent] {
    append(last)
    let text = Self.text(paste ?? [])
    paste = nil
    pending = rest
    return [.paste(text)]
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>) {
    let room = pasteLimit - (paste?.count ?? 0)
    paste?.append(contentsOf: bytes.prefix(room))
  }

  /// The index of the mark that ends the paste; nil while it has not arrived. Text can hold one itself, so that the
  /// rest would be taken for keys. A terminal sends a paste in one go: of several end marks that came together before
  /// another paste begins, the last is the true one.
  private func endOfPaste() -> Int? {
    guard var end = Self.find(Self.pasteEnd, in: pending) else { return nil }
    let limit = Self.find(Self.pasteBegin, in: pending[end...]) ?? pending.endIndex
    while let later = Self.find(Self.pasteEnd, in: pending[(end + 1)..<limit]) { end = later }
    return end
  }

  /// How many bytes at the end may be the start of an end mark.
  private func heldBack() -> Int {
    let longest = min(Self.pasteEnd.count - 1, pending.count)
    return (0...longest).reversed().first { pending.suffix($0).elementsEqual(Self.pasteEnd.prefix($0)) } ?? 0
  }

  private static func find(_ mark: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    var place = bytes.startIndex
    while let start = bytes[place...].firstIndex(of: Byte.escape) {
      if bytes[start...].starts(with: mark) { return start }
      place = start + 1
    }
    return nil
  }

  /// Terminals send line ends as the Enter key does.
  private static func text(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard bytes.contains(0x0D) else { return text }
    return String(text.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 })
  }
}
