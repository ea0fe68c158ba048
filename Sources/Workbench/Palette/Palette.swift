import ParleyModel
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

/// Finds by a few letters what one can do or go to: commands, requests, groups, environments, shared keys.
///
/// A word that begins with `@` names an environment: `item/page @mirror` opens the request in `mirror`.
struct Palette: Sheet {
  private var picker: Picker
  /// Everything but the shared keys, which are looked up as one types.
  private var entries: [PaletteEntry]
  /// The shared keys that were found for what is typed.
  private var keys: [String] = []

  /// The same for all that is typed, so that nothing jumps.
  private static let room = Size(width: 112, height: 14)
  /// The most lines shown; any further one is found by typing another letter.
  private static let most = 200

  /// - Parameter mayMeanResponse: whether a person may have meant to search the response.
  init(_ entries: [PaletteEntry], mayMeanResponse: Bool) {
    self.entries = entries
    picker = Picker(
      "Commands, requests, groups, keys", Self.items(entries.filter(\.isCommand), matching: PaletteQuery("")),
      room: Self.room, placeholder: mayMeanResponse ? Self.wayToResponse : "")
  }

  private static let wayToResponse = "an option, a command or a request; Tab or / searches the response"

  var isTyping: Bool { true }
  var text: String { picker.text }

  mutating func update(_ action: PopupAction, in state: State) -> LayerOutcome<Action> {
    picker.update(action, in: state)
  }

  mutating func handle(_ event: InputEvent, in state: State) -> LayerOutcome<Action> {
    let before = picker.text
    let outcome = picker.handle(event, in: state)
    guard picker.text != before else { return outcome }
    offer(keys: [])
    let query = PaletteQuery(picker.text)
    return query.isEmpty ? outcome : .act(.overlay(.findKeys(query.words, for: picker.text)))
  }

  mutating func handle(_ mouse: Mouse, over rect: Rect, in state: State) -> LayerOutcome<Action> {
    picker.handle(mouse, over: rect, in: state)
  }

  /// Takes the targets that have changed while it is open.
  mutating func renew(_ entries: [PaletteEntry]) {
    guard entries.map(\.item.text) != self.entries.map(\.item.text) else { return }
    self.entries = entries
    offer(keys: keys)
  }

  /// Shared keys that were found for what is typed.
  mutating func offer(keys: [String]) {
    self.keys = keys
    let query = PaletteQuery(picker.text)
    let entries = query.isEmpty ? entries.filter(\.isCommand) : entries + keys.map(PaletteEntry.key)
    picker.offer(Self.items(entries, matching: query), for: query.words)
  }

  private static func items(_ entries: [PaletteEntry], matching query: PaletteQuery) -> [Picker.Item] {
    let all = query.entries(of: entries)
    let named = all.ranked(by: query.words, \.item.text)
    let meant = all.filter { FuzzyMatch(query.words, in: $0.item.text) == nil && $0.item.isMeant(by: query.words) }
      .map { $0.item.sayingAddress(for: query.words) }
    // Commands that can be used now stand before those that only say why they cannot.
    let exact = calledFirst(optionsFirst(named.filter { !$0.match.isLoose }.map(\.element), called: query.words), query)
    let found =
      exact.map(\.item) + meant.filter { $0.disabledReason == nil } + meant.filter { $0.disabledReason != nil }
    // Letters here and there are a guess, for want of anything better.
    return (found.isEmpty ? named.map(\.element.item) : found).prefix(most).map { $0 }
  }

  private static func calledFirst(_ entries: [PaletteEntry], _ query: PaletteQuery) -> [PaletteEntry] {
    guard let id = PaletteWords.command(called: query.words) else { return entries }
    return entries.filter { $0.command == id } + entries.filter { $0.command != id }
  }

  /// With an option of that name before the requests, groups and keys that are called alike.
  private static func optionsFirst(_ entries: [PaletteEntry], called typed: String) -> [PaletteEntry] {
    let start = entries.firstIndex { !$0.isCommand } ?? entries.endIndex
    let places = entries[start...]
    return entries[..<start] + places.filter { $0.isOption(called: typed) }
      + places.filter { !$0.isOption(called: typed) }
  }

  func draw(into frame: inout Frame, over rect: Rect, in state: State) {
    picker.draw(into: &frame, over: rect, in: state)
  }
}

/// Something that the palette finds.
struct PaletteEntry: Sendable {
  enum Kind: Hashable, Sendable {
    case command(CommandID)
    case place(PaletteTarget)
  }

  let kind: Kind
  var item: Picker.Item

  var isCommand: Bool { command != nil }

  fileprivate var command: CommandID? {
    if case .command(let id) = kind { id } else { nil }
  }

  /// Whether it is an option of the open request whose name begins with what is typed: a request may be called alike.
  func isOption(called typed: String) -> Bool {
    guard case .place(.setting(let key)) = kind, typed.count > 2 else { return false }
    return key.nameInFile.lowercased().hasPrefix(typed.lowercased())
  }

  var environment: String? {
    if case .place(.environment(let name)) = kind { name } else { nil }
  }
}

/// The text typed into the palette.
struct PaletteQuery: Hashable, Sendable {
  /// The words to look for.
  let words: String
  /// Behind `@`: letters of the name of an environment. Nil where there is no such word.
  let environment: String?

  init(_ text: String) {
    var words = text.split(separator: " ").map(String.init)
    environment = words.firstIndex { $0.hasPrefix("@") }.map { String(words.remove(at: $0).dropFirst()) }
    self.words = words.joined(separator: " ")
  }

  var isEmpty: Bool { words.isEmpty && environment == nil }

  /// Those that are meant: with an environment, only it, or what can be opened in it.
  func entries(of all: [PaletteEntry]) -> [PaletteEntry] {
    guard let environment else { return all }
    let environments = all.filter { $0.environment != nil }.ranked(by: environment) { $0.environment ?? "" }.map(
      \.element)
    guard !words.isEmpty else { return environments }
    guard let name = environments.first?.environment else { return [] }
    return all.compactMap { $0.opened(in: name) }
  }
}

extension Picker.Item {
  /// With its URL behind it, where that is what was found.
  fileprivate func sayingAddress(for words: String) -> Picker.Item {
    guard isAddressed(by: words) else { return self }
    var item = self
    item.note += "   \(address)"
    return item
  }
}

extension PaletteEntry {
  static func command(_ id: CommandID, _ item: Picker.Item) -> PaletteEntry {
    PaletteEntry(kind: .command(id), item: item)
  }

  static func request(_ request: RequestSummary) -> PaletteEntry {
    var entry = PaletteEntry(
      .request(request.id), request.id.rawValue, note: "request",
      lead: StyledText(MethodStyle.column(request.method), MethodStyle.style(request.method)))
    entry.item.address = request.url
    return entry
  }

  /// The request that is in no file.
  static let scratch = PaletteEntry(.request(.scratch), "scratch", note: "the request that is in no file")

  static func group(_ name: String) -> PaletteEntry { PaletteEntry(.group(name), name, note: "group") }

  static func environment(_ environment: EnvironmentSummary, isActive: Bool) -> PaletteEntry {
    PaletteEntry(
      .environment(environment.name), environment.name, note: isActive ? "active environment" : "environment",
      style: environment.style)
  }

  /// A setting of the open request, by its place in the file, such as `options.cookies`.
  static func setting(_ key: SettingKey) -> PaletteEntry {
    let help = key.field.help.withoutBackticks
    var entry = PaletteEntry(.setting(key), key.field.path.joined(separator: "."), note: help)
    entry.item.otherWords = "\(key.label) \(key.field.usualWords)"
    return entry
  }

  static func key(_ name: String) -> PaletteEntry { PaletteEntry(.key(name), name, note: "shared key") }

  private init(
    _ target: PaletteTarget, _ text: String, note: String, lead: StyledText = "", style: Style = .text
  ) {
    kind = .place(target)
    item = Picker.Item(text: text, style: style, lead: lead, note: note, action: .overlay(.go(target, in: nil)))
  }

  /// The same in an environment; nil for what is in none.
  fileprivate func opened(in environment: String) -> PaletteEntry? {
    guard case .place(let target) = kind else { return nil }
    switch target {
    case .environment, .setting: return nil
    case .request, .group, .key:
      var item = item
      item.note += " in \(environment)"
      item.action = .overlay(.go(target, in: environment))
      return PaletteEntry(kind: kind, item: item)
    }
  }
}
