import JQ
package import ParleyEngine
internal import ParleyFiles
import ParleyText
import ParleyWorkspace
import SystemCalls

/// `parley jq FILTER [FILE …]`: what a filter gives for each JSON document, so that filters can be tried without a request.
package struct JQCommand: Sendable {
  /// The input of the filter.
  package enum Input: Sendable, Hashable {
    /// Each document by itself.
    case documents
    /// One list of all documents.
    case slurped
    /// `null`; nothing is read.
    case none
  }

  package var filter: String
  /// Standard input where there are none.
  package var files: [String]
  package var input: Input
  package var variables: [String: JSONValue]
  package var output: FilterOutput

  package init(
    _ filter: String, files: [String] = [], input: Input = .documents, variables: [String: JSONValue] = [:],
    output: FilterOutput = FilterOutput()
  ) {
    self.filter = filter
    self.files = files
    self.input = input
    self.variables = variables
    self.output = output
  }

  package func run(on console: any Console) -> ExitStatus {
    do {
      let program = try program()
      if input == .none { return apply(program, to: JQDocument(.null), from: "", on: console) }
      var status = ExitStatus.good
      var slurped: [JSONValue] = []
      for source in try sources(on: console) {
        var documents = JSONDocuments(source.bytes)
        while console.takesOutput, let document = try documents.next(of: source.name) {
          if input == .slurped {
            slurped.append(document.value)
          } else if apply(program, to: document, from: source.name, on: console) != .good {
            status = .expectationMissed
          }
        }
      }
      if input == .slurped { status = apply(program, to: JQDocument(.array(slurped)), from: "", on: console) }
      return status
    } catch {
      return console.fail(error, asJSON: false)
    }
  }

  private func program() throws(UsageError) -> JQProgram {
    do throws(JQCompileError) {
      return try JQProgram(filter, variables: variables.keys.sorted())
    } catch {
      throw UsageError(error, in: filter)
    }
  }

  /// The error of a document is shown, and the next document follows.
  private func apply(
    _ program: JQProgram, to document: JQDocument, from name: String, on console: any Console
  ) -> ExitStatus {
    do throws(JQRuntimeError) {
      try program.forEachValue(of: document, variables: variables, isCancelled: { !console.takesOutput }) { value in
        if console.takesOutput { output.write(value, to: console) }
      }
      return .good
    } catch {
      if error.reason == .cancelled { return .good }
      console.note("parley: \(name.isEmpty ? "" : "\(Printable.text(name)): ")\(JQError.failed(error).summary)")
      return .expectationMissed
    }
  }

  private func sources(on console: any Console) throws -> [(name: String, bytes: [UInt8])] {
    guard !files.isEmpty else {
      guard let bytes = console.readInput(limit: Self.largest) else {
        throw UsageError("The input is larger than \(Self.largest >> 30) GB.")
      }
      return [("", bytes)]
    }
    return try files.map { ($0, try Self.bytes(of: $0)) }
  }

  private static let largest = 1 << 30

  private static func bytes(of file: String) throws -> [UInt8] {
    do throws(SystemError) {
      return try FileBytes.read(file)
    } catch {
      throw UsageError("\(Printable.text(file)) cannot be read: \(error.reason).")
    }
  }
}
