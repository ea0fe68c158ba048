import ParleyEngine
import ParleyModel
import TerminalKit
import WorkbenchParts
import WorkbenchServices

/// A question of assembling a group, over everything else.
enum AssemblingQuestion: Sendable {
  /// Which steps are to be put in.
  case addStep
  /// The name of a new local job.
  case nameJob(JobKind)
  case renameStep(NodePath, String)
  case discardDraft(String)
  /// The draft and the file differ.
  case changedOnDisk(mine: String, LoadedGroup, saves: Bool)
}

extension State {
  mutating func ask(_ question: AssemblingQuestion) {
    switch question {
    case .addStep: popups.push(Popup(stepPicker))
    case .nameJob(let kind):
      popups.push(Popup(FormSheet(naming: kind, suggestion: groups.steps.freeName(like: kind.rawValue))))
    case .renameStep(let path, let name): popups.push(Popup(FormSheet(renaming: name, at: path)))
    case .discardDraft(let group): popups.push(Popup(Confirm.discarding(group)))
    case .changedOnDisk(let mine, let theirs, let saves):
      popups.push(Popup(Confirm.choosing(mine, theirs, saves: saves)))
    }
  }
}

extension Confirm {
  fileprivate static func discarding(_ group: String) -> Confirm {
    Confirm(
      "Discard your edits of \(group.fitted(to: 40))?",
      [
        "The steps will be as the group's file has them.",
        StyledText("u brings your edits back until you quit.", .muted), "",
      ],
      choices: [.init("n", "keep editing"), .init("d", "discard them", .assemble(.discard))])
  }

  /// Shows line by line where they differ.
  fileprivate static func choosing(_ mine: String, _ theirs: LoadedGroup, saves: Bool) -> Confirm {
    let lines = LineDifference(lines(of: mine), Self.lines(of: theirs.saved)).lines.prefix(longest).map(\.drawn)
    let sides: StyledText = [Span("- yours", .failure), Span("   "), Span("+ in the file", .success)]
    return Confirm(
      "\(theirs.file.fitted(to: 50)) has also changed on disk", [sides, ""] + lines + [""],
      choices: [
        .init("m", saves ? "write mine" : "keep mine", .assemble(.keepMine(theirs, saves: saves)), isDangerous: true),
        .init("f", "take the file's", .assemble(.keepTheirs(theirs)), isDangerous: true), .init("l", "later"),
      ], selected: 2)
  }

  private static let longest = 200

  private static func lines(of text: String) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { Sanitizer.visible(String($0)) }
  }
}

/// The purpose for which a step's name is asked.
enum StepNaming: Hashable, Sendable {
  case new(JobKind)
  case rename(NodePath, from: String)

  func action(for name: String, in state: State) -> Result<Action, FormPurpose.Mistake> {
    let steps = state.groups.steps
    guard name.isStepName else {
      return .failure(
        FormPurpose.Mistake(sentence: "A name has the letters a–z and A–Z, digits and _, and begins with no digit."))
    }
    switch self {
    case .new(let kind):
      if steps.has(name) { return .failure(Self.taken(name)) }
      return .success(.assemble(.insert([NewStep(.job(kind), name: name)])))
    case .rename(let path, let old):
      if name != old, steps.has(name) { return .failure(Self.taken(name)) }
      return .success(.assemble(.change(.rename(path, name))))
    }
  }

  private static func taken(_ name: String) -> FormPurpose.Mistake {
    FormPurpose.Mistake(sentence: "The group has a step “\(name)” already.")
  }
}

extension FormSheet {
  fileprivate init(naming kind: JobKind, suggestion: String) {
    self.init(
      "Name the \(kind.title)", note: "Later steps read its result by this name: {{steps.\(suggestion)}}.",
      [Field("name", suggestion)], for: .stepName(.new(kind)))
  }

  fileprivate init(renaming name: String, at path: NodePath) {
    self.init(
      "Rename \(path) \(name.fitted(to: 40))", note: "Templates and filters of the group that read it are changed too.",
      [Field("name", name)], for: .stepName(.rename(path, from: name)))
  }
}

extension StepTree {
  func has(_ name: String) -> Bool { outline?.steps.contains { $0.name == name } == true }

  /// The name, or the first with a number behind it that no step has.
  func freeName(like name: String) -> String {
    guard has(name) else { return name }
    return (2...).lazy.map { "\(name)\($0)" }.first { !has($0) } ?? name
  }
}

extension String {
  /// Whether templates and filters can name a step so.
  fileprivate var isStepName: Bool {
    guard let first, !first.isNumber else { return false }
    return allSatisfy { $0 == "_" || ($0.isASCII && ($0.isLetter || $0.isNumber)) }
  }
}
