package import ParleyEngine
package import ParleyModel

/// A change of a group's steps. Steps are named by their paths in the current text.
package enum GroupChange: Hashable, Sendable {
  /// Puts new steps in, one below the other.
  case insert([NewStep], StepPosition)
  /// Moves steps up (-1) or down (1) in their lists, each by one.
  case move([NodePath], by: Int)
  /// Puts neighbours into the list above them; into a new one where none stands there.
  case nest([NodePath])
  /// Takes neighbours out of their list, and puts them below it.
  case unnest([NodePath])
  /// Puts steps into a new list, where the first of them is.
  case wrap([NodePath], ListOrder)
  /// Makes `serial` of `concurrent`, or the other way; of the whole group where the path is the root.
  case switchOrder(NodePath)
  case setDisabled([NodePath], Bool)
  /// Puts a copy below each step, with a name of its own.
  case duplicate([NodePath])
  /// Names a step, in the templates and filters of the group too.
  case rename(NodePath, String)
  case delete([NodePath])
  /// Lets a step, or the group itself at the root, say something else in one of its fields; empty says nothing.
  case set(StepField, String, at: NodePath)
  /// Lets a step say something else of its request, or nothing where the draft is blank.
  case override(RequestDraft, at: NodePath)
}

/// The position of a new step.
package enum StepPosition: Hashable, Sendable {
  /// In the same list.
  case below(NodePath)
  /// At the end of a list; of the group where it is the root.
  case inside(NodePath)
}

/// A step that is not there yet.
package struct NewStep: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// By its id.
    case request(String)
    /// By its id.
    case group(String)
    case job(JobKind)
    case list(ListOrder)
  }

  package var kind: Kind
  /// Its own name. Empty for one that follows from its kind; where that is another step's already, it gets a number.
  package var name: String

  package init(_ kind: Kind, name: String = "") {
    self.kind = kind
    self.name = name
  }
}

extension NewStep {
  /// By what templates and filters find it, before anybody says otherwise; empty for a list.
  package var suggestedName: String {
    switch kind {
    case .request(let id), .group(let id): String(id.split(separator: "/").last ?? "").asStepName
    case .job(let job): job.rawValue
    case .list: ""
    }
  }
}

extension String {
  /// With everything that a step's name cannot have as `_`.
  fileprivate var asStepName: String {
    let name = String(map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    return name.first.map { $0.isNumber } == false ? name : "_" + name
  }
}
