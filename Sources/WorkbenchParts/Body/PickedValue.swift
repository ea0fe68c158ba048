package import ParleyEngine
import WorkbenchServices

/// The value on a line of a body.
package struct PickedValue: Hashable, Sendable {
  /// Its line, among those that folding has left.
  package var line: Int
  /// The way to it; nil on a line of text.
  package var path: ValuePath?
  /// As it is shown, a string without its quotes: what is masked stays masked. Nil where it is too large for a clipboard.
  package var text: String?
  /// Whether it contains a secret, revealed or not.
  package var isMasked = false
  /// Whether the secret is shown.
  package var isRevealed = false
  /// Whether it is neither an object nor an array.
  package var isScalar = true
  /// An expectation that the value meets, as a filter.
  package var expectation: String?
  /// By which filter it was made out of the body; nil for the body itself.
  package var filter: String?
  /// A scalar as JSON has it, where it is not too long and no secret.
  package var literal: String? {
    guard isScalar, !isMasked, let path, let expectation else { return nil }
    let front = filter.map { path == .root ? "(\($0))" : "(\($0)) | \(path)" } ?? "\(path)"
    return expectation.hasPrefix("\(front) == ") ? String(expectation.dropFirst(front.count + 4)) : nil
  }

  /// The value without masks, for code that masks it from now on. Never shown.
  package var raw: String?
  /// Whether it stands for something else, though it is masked; nil where that is not known.
  package var isDecodable: Bool?
  /// Whether it is a list of objects, which can be shown as a table.
  package var isTable = false
  /// Its column, of the cell of a table.
  package var column: String?
  /// Its event, of a stream, counted from 0.
  package var event: Int?
  /// The name of the header whose value it is.
  package var header: String?

  package init(line: Int, path: ValuePath? = nil, text: String? = nil, filter: String? = nil) {
    (self.line, self.path, self.text, self.filter) = (line, path, text, filter)
  }
}

/// The purpose for which a value is picked.
package enum PickPurpose: Hashable, Sendable {
  case menu
  /// To go into a shared key.
  case capture
  /// To be expected of every response.
  case expect
  /// To be shown decoded.
  case decode

  /// The sentence for a line that has no value.
  package var refusal: String {
    switch self {
    case .menu: "There is nothing on this line."
    case .capture: "There is no value on this line to capture."
    case .expect: "There is no value on this line to expect."
    case .decode: "There is no value on this line to decode."
    }
  }
}

extension BodyOutlines {
  func pick(_ visible: Int, _ mode: BodyMode, of filter: String?, hiding secrets: Secrets) throws -> PickedValue? {
    if mode == .events { return try pickEvent(visible, hiding: secrets) }
    guard mode == .pretty, let place = try pick(visible) else {
      let text = try value(visible, mode).map { secrets.maskingForeign($0) }
      return text.map { PickedValue(line: visible, text: $0) }
    }
    let masked = secrets.maskingForeign(place.value ?? "")
    var picked = PickedValue(line: visible, path: place.path, text: place.value.map { _ in masked }, filter: filter)
    picked.isMasked = place.value.map { masked != $0 || $0.contains(Secrets.mask) } ?? false
    picked.isScalar = place.isScalar
    picked.raw = place.value
    picked.isTable = !place.isScalar && isTable(place.value)
    picked.expectation = try expectation(visible, of: filter, hiding: secrets)
    return picked
  }
}

extension BodyOutlines {
  /// By its first characters, where it is too long to be read for that.
  private func isTable(_ written: String?) -> Bool {
    guard let written else { return false }
    return written.prefix { $0 == "[" || $0.isWhitespace || $0 == "{" }.filter { !$0.isWhitespace } == "[{"
  }
}

extension PickedValue {
  /// `Name: value`, as headers are copied; nil for any other line.
  package init?(headerLine line: String?) {
    guard let line, let colon = line.firstIndex(of: ":") else { return nil }
    let value = line[line.index(after: colon)...].drop { $0 == " " }
    self.init(line: 0, text: String(value))
    header = String(line[..<colon])
    isMasked = value.contains(Secrets.mask)
  }
}
