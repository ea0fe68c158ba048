internal import ParleyEngine
internal import ParleyText

/// The reason why nothing can be exported.
package enum ExportError: Error, Sendable, Equatable {
  case unknownName(String, advice: String?)
  case groupIsNoPart(String, format: String)
  case groupNeedsRun(String)
  case namesNothing(format: String)
  case nothingThere(String)
  case exists(String)
}

extension ExportError: ExplainedError {
  package var code: String {
    switch self {
    case .unknownName: "export.unknownName"
    case .groupIsNoPart: "export.group"
    case .groupNeedsRun: "export.groupNeedsRun"
    case .namesNothing: "export.nothingNamed"
    case .nothingThere: "export.nothing"
    case .exists: "export.exists"
    }
  }

  package var summary: String {
    switch self {
    case .unknownName(let name, _): "There is no request, folder or group \(Printable.quoted(name))."
    case .groupIsNoPart(let name, let format):
      "\(Printable.quoted(name)) is a group, and a file in the format \(format) has only requests."
    case .groupNeedsRun(let name): "\(Printable.quoted(name)) is a group, and may have run often."
    case .namesNothing(let format): "An export to \(format) needs a request or a group to send."
    case .nothingThere(let what): "There is nothing to export: \(what)."
    case .exists(let path): "\(Printable.quoted(path)) exists already."
    }
  }

  package var place: String? { nil }
  package var detail: String? { nil }

  package var advice: String? {
    switch self {
    case .unknownName(_, let advice): advice
    case .groupIsNoPart: "Name its requests or their folder, or export the group as code."
    case .groupNeedsRun: "Name one of its runs with --run; `parley runs list` lists them."
    case .namesNothing: "Name it, as in `parley export python user/login`."
    case .nothingThere: nil
    case .exists: "Choose another name, or replace the file with --force."
    }
  }
}
