import TerminalKit
import WorkbenchState

/// One command's keys, while one of them is exchanged, added or taken away: which, then the new one, then what it comes to.
struct KeyChoice: Sendable {
  private enum Stage {
    case choosing
    case pressing
    case confirming(KeyPlan)
  }

  enum Answer {
    case stays
    case ends
    case does(KeyPlan)
  }

  let command: CommandID
  private let title: String
  private let help: String
  private let has: [KeySequence]
  /// Which of its keys; behind the last one, another.
  private var slot = 0
  private var stage: Stage
  private var pressed: [Key] = []
  /// The reason why the command cannot have the pressed keys.
  private var mistake: String?

  init(_ command: CommandID, title: String, help: String, keys: [KeySequence]) {
    self.command = command
    (self.title, self.help) = (title, help.withoutBackticks)
    has = keys
    stage = keys.isEmpty ? .pressing : .choosing
  }

  /// The word for Enter; empty while it would be the new key itself.
  var acceptWord: String {
    switch stage {
    case .choosing: slot == has.count ? "add a key" : "replace the key"
    case .pressing: pressed.isEmpty ? "" : "accept"
    case .confirming: "confirm"
    }
  }

  mutating func handle(_ key: Key, _ commands: CommandSet) -> Answer {
    mistake = nil
    switch stage {
    case .choosing: return choose(key, commands)
    case .pressing: return press(key, commands)
    case .confirming(let plan):
      if key == .enter { return .does(plan) }
      if key == .escape { stage = has.isEmpty ? .pressing : .choosing }
      return .stays
    }
  }

  private mutating func choose(_ key: Key, _ commands: CommandSet) -> Answer {
    switch key {
    case .escape: return .ends
    case .left, .up, .backtab, .character("h"), .character("k"): slot = (slot + has.count) % (has.count + 1)
    case .right, .down, .tab, .character("l"), .character("j"): slot = (slot + 1) % (has.count + 1)
    case .enter: (stage, pressed) = (.pressing, [])
    case .delete, .backspace: if slot < has.count { return plan(nil, commands) }
    // Any other key is the new one already.
    default: (stage, pressed) = (.pressing, [key])
    }
    return .stays
  }

  private mutating func press(_ key: Key, _ commands: CommandSet) -> Answer {
    switch key {
    case .escape: return .ends
    case .enter where !pressed.isEmpty: return plan(KeySequence(pressed), commands)
    case .backspace where !pressed.isEmpty: pressed.removeLast()
    default: pressed.append(key)
    }
    return .stays
  }

  /// Plans the change of a key. It is made at once if no command loses a key by it.
  private mutating func plan(_ key: KeySequence?, _ commands: CommandSet) -> Answer {
    let old = slot < has.count ? has[slot] : nil
    do throws(SettingsError) {
      let plan = try commands.plan(giving: key, to: command, inPlaceOf: old)
      if plan.losses.isEmpty { return .does(plan) }
      stage = .confirming(plan)
    } catch {
      pressed = []
      mistake = [error.summary, error.advice].compactMap(\.self).joined(separator: " ")
    }
    return .stays
  }
}

// What it looks like.
extension KeyChoice {
  func draw(into frame: inout Frame, over rect: Rect) {
    let width = max(10, min(60, rect.width - 8))
    let about = wrapped(help, width, .muted)
    let lines = [
      about, mistake.map { wrapped($0, width, Style(.failure)) }, content(width), wrapped(hint, width, .muted),
    ]
    frame.popup(
      Array(lines.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: [""])), from: 0, width: width, over: rect,
      title: "Keys of “\(title)”".fitted(to: width), role: .warning)
  }

  private func content(_ width: Int) -> [StyledText] {
    switch stage {
    case .choosing: [slots]
    case .pressing: pressed.isEmpty ? [] : [StyledText(KeySequence(pressed).label, Style(.hint))]
    case .confirming(let plan): plan.losses.flatMap { wrapped($0.sentence, width, Style(.warning)) }
    }
  }

  private var slots: StyledText {
    var line = StyledText()
    for (place, name) in (has.map(\.label) + ["another"]).enumerated() {
      let style = place == has.count ? Style.muted : Style(.hint)
      line.append(place == slot ? "›" : " ", Style(.hint))
      line.append(name, place == slot ? style.on(.selection) : style)
      line.append("  ")
    }
    return line
  }

  private var hint: String {
    switch stage {
    case .choosing where slot == has.count:
      "Press the new key, then Enter: it is added. \(Self.moving)"
    case .choosing:
      "Press the new key, then Enter: it replaces the one marked ›. Delete removes that. \(Self.moving)"
    case .pressing where pressed.isEmpty: "Press the new key. Esc cancels."
    case .pressing: "Not saved yet: Enter accepts, Esc gives it up. More keys extend it, Backspace removes one."
    case .confirming: "Enter confirms, Esc goes back."
    }
  }

  /// Keys that mean something in the list of keys itself.
  private static let moving = "If the new key is ← → h j k l or Tab, press Enter before it."

  private func wrapped(_ text: String, _ width: Int, _ style: Style) -> [StyledText] {
    TextWrap.lines(of: text, width: width).map { StyledText($0, style) }
  }
}
