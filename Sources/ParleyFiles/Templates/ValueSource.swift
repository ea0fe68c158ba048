package import ParleyEngine
package import ParleyModel
package import ParleyText

/// The source of a resolved value, as it is shown beside a line: `environments/local.yaml:3`, `asked`, `uuid()`.
package enum ValueSource: Sendable, Hashable {
  /// A value of a workspace file.
  case file(SourcePlace)
  /// Given for this run, as with `--set`.
  case given
  case asked
  /// Answered before, and kept.
  case kept(AnswerKeeping)
  /// A variable of the operating system.
  case operatingSystem(String)
  /// The output of a program.
  case command([String])
  case function(TemplateFunction)
  /// The last response to a request, where in that, and under what the history has it.
  case response(String, at: ValuePath = .root, of: ExchangeID? = nil)
  /// A shared key, and who wrote it last, where that is known.
  case shared(String, writer: String?)
  /// A part of a document, such as what a step of a group gave.
  case document(TemplateDocument, ValuePath)
  /// Text in quotes inside a template.
  case template
}

extension ValueSource: CustomStringConvertible {
  package var description: String {
    switch self {
    case .file(let place): "\(place)"
    case .given: "given at the start (--set)"
    case .asked, .kept(.once): "asked when sent"
    case .kept(.session): "entered before, kept for this session"
    case .kept(.machine): "kept encrypted on this machine"
    case .operatingSystem(let name): "env \(name)"
    case .command(let arguments): Printable.text("command \(arguments.first ?? "")")
    case .function(let function): "\(function.rawValue)()"
    case .response(let request, let path, _):
      Printable.text("response of \(request)\(path == .root ? "" : " \(path)")")
    case .shared(let key, let writer): Printable.text("shared \(key)\(writer.map { " ← \($0)" } ?? "")")
    case .document(let document, let path): Printable.text("\(document.rawValue)\(path == .root ? "" : "\(path)")")
    case .template: "here"
    }
  }
}
