import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
package import WorkbenchParts
import WorkbenchServices

/// The menu on a value. An action that has no meaning for it is left out; one that is not possible now gives the reason.
package struct ValueQuestion: ScreenQuestion {
  let value: PickedValue
  package let owner: any BodyOwner

  package init(value: PickedValue, owner: any BodyOwner) {
    self.value = value
    self.owner = owner
  }

  package func sheet(in state: State) -> (any Sheet)? {
    let path = value.path.map { "\($0)" }
    let title = [path, value.text?.firstLine].compactMap(\.self).joined(separator: "   ")
    return ValueMenu(title, ValueMenuItems(value, owner, in: state).all)
  }
}

/// The items of the value menu, from top to bottom.
struct ValueMenuItems {
  private typealias Item = ValueMenu.Item

  private let value: PickedValue
  private let owner: any BodyOwner
  private let state: State

  init(_ value: PickedValue, _ owner: any BodyOwner, in state: State) {
    (self.value, self.owner, self.state) = (value, owner, state)
  }

  var all: [ValueMenu.Item] {
    let parts: [[Item]] = [
      owner.editing(value, in: state), inStream, copying, decoding, taking, [filter, use].compactMap(\.self),
      owner.items(on: value, in: state), links, inTable,
    ]
    return parts.flatMap(\.self)
  }

  private var copying: [Item] {
    let name = value.path.map { $0 == .root ? "the value" : "\($0)" } ?? value.header ?? value.plainName
    let copy = Item(
      key: "y", label: value.path == nil && value.header == nil ? "copy \(value.plainName)" : "copy value",
      action: .terminal(.copy(value.text ?? "", of: name)),
      disabledReason: value.text == nil ? "It is too large for the clipboard." : nil)
    let path = value.path.map { path in
      Item(key: "p", label: "copy path", action: .terminal(.copy("\(path)", of: "the path \(path)")))
    }
    return [copy] + [path].compactMap(\.self)
  }

  /// As wide as a token's title is, with the longest time until it expires.
  private static let widestTitle = 64

  /// The decoded form of the value, such as the claims of a token.
  private var decoding: [Item] {
    if value.isMasked, !value.isRevealed { return revealing }
    guard let text = value.text, let decoded = DecodedValue(.text(text)) else { return [] }
    return [
      Item(
        key: "d", label: "decode: \(decoded.title(at: state.now).fitted(to: Self.widestTitle))",
        action: .value(.decode(text)))
    ]
  }

  /// A masked value is decoded in a window of its own; one that stands for itself is not offered to be.
  private var revealing: [Item] {
    guard let reveal = owner.revealing else {
      let copy = Action.terminal(.copy(value.text ?? "", of: value.plainName))
      let (key, label): (Character, String) = value.isDecodable == false ? ("r", "reveal") : ("d", "decode")
      return [Item(key: key, label: label, action: copy, disabledReason: owner.whyMasked)]
    }
    let revealing = Item(key: "r", label: "reveal the secrets of the request", action: reveal)
    guard value.isDecodable == true else { return [revealing] }
    let decode = owner.deliver(.pick(.decode, line: value.line))
    return [revealing, Item(key: "d", label: "decode: the response stays masked", action: decode)]
  }

  /// Into the file of the request whose response it is.
  private var taking: [Item] {
    guard value.path != nil, owner.isResponse else { return [] }
    return [
      Item(
        key: "c", label: "capture as…", action: owner.deliver(.pick(.capture, line: value.line)),
        disabledReason: value.filter != nil || isFiltered ? Self.ofFilter : whyNoRequest),
      Item(
        key: "a", label: "expect this", action: owner.deliver(.pick(.expect, line: value.line)),
        disabledReason: isFiltered && value.filter == nil ? Self.severalValues : whyNoRequest),
    ]
  }

  private static let ofFilter = "This is what the filter gave: Esc shows the body."
  private static let severalValues = "The filter does not give one value."

  private var filter: Item? {
    guard let text = value.filterText, let browser, browser.pane.view != nil, browser.refusal == nil else { return nil }
    let whole = value.filter.map { "\($0) | \(text)" } ?? text
    return Item(
      key: "f", label: "filter by it", action: owner.deliver(.filter(by: whole)),
      disabledReason: isFiltered && value.filter == nil ? Self.severalValues : nil)
  }

  private var use: Item? {
    guard value.path != nil, value.isScalar else { return nil }
    return Item(
      key: "u", label: "use in…", action: .value(.use(value)), disabledReason: whyNotUse)
  }

  /// A secret never stands in a request itself.
  private var whyNotUse: String? {
    if owner.isRevealedSecret(in: state) { return "It is a secret: {{shared.…}} uses it, and y t copies that." }
    return value.isMasked ? Self.isMasked : nil
  }

  private static let isMasked = "It is a secret. Capture it into a shared key to use it."

  /// The link that the value is, or those of a `Link` header.
  private var links: [Item] {
    guard !owner.isRevealedSecret(in: state) else { return [] }
    let links = LinkReader(base: owner.base(in: state), request: owner.request(in: state)).links(in: value)
    return zip("l123456789", links).map { key, link in
      Item(key: key, label: "follow \(link.relation ?? "as a link"), as a draft", action: .value(.follow(link.link)))
    }
  }
}

// Of a stream, and of a table.
extension ValueMenuItems {
  private var inStream: [Item] {
    guard let event = value.event else { return [] }
    return [
      Item(key: "w", label: "show the whole event", action: owner.deliver(.stream(.show(event)))),
      Item(key: "t", label: "show the text of the stream", action: owner.deliver(.stream(.join))),
    ]
  }

  private var inTable: [Item] {
    if value.isTable, let path = value.path, value.filter == nil, !isFiltered {
      return [Item(key: "t", label: "show as a table", action: owner.deliver(.table(.show(path))))]
    }
    guard let column = value.column else { return [] }
    let name = column.fitted(to: 30)
    return [
      Item(key: "o", label: "sort by \(name)", action: owner.deliver(.table(.sort))),
      Item(key: "h", label: "hide \(name)", action: owner.deliver(.table(.hideColumn))),
      Item(key: "x", label: "choose columns…", action: owner.deliver(.table(.chooseColumns))),
      Item(key: "v", label: "copy the table as CSV", action: owner.deliver(.table(.copy))),
      Item(key: "w", label: "write the table as CSV…", action: owner.deliver(.table(.startSaving))),
    ]
  }
}

// Where it is.
extension ValueMenuItems {
  private var browser: BodyBrowser? { owner.browser(in: state) }
  private var isFiltered: Bool { browser?.filter?.shown != nil }
  private var whyNoRequest: String? { owner.whyNoRequest(in: state) }
}

extension PickedValue {
  /// The value's name if it has no path.
  fileprivate var plainName: String { event != nil ? "the event" : column != nil ? "the cell" : "the line" }

  /// A filter that leads to it: of a value among others in a list, those that are the same there.
  var filterText: String? {
    guard let path else { return nil }
    guard let literal, let place = path.segments.lastIndex(where: \.isIndex) else { return "\(path)" }
    let list = ValuePath(Array(path.segments[..<place]))
    let rest = ValuePath(Array(path.segments[(place + 1)...]))
    return "\(list == .root ? "." : "\(list)")[] | select(\(rest) == \(literal))"
  }
}

extension ValuePath.Segment {
  fileprivate var isIndex: Bool {
    if case .index = self { true } else { false }
  }
}

extension String {
  /// As much as a title shows, with a sign where there is more.
  fileprivate var firstLine: String {
    let shown = String(prefix { $0 != "\n" }.prefix(60))
    return shown.count < count ? "\(shown)…" : shown
  }
}
