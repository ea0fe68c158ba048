import ParleyEngine
import ParleyText
import ParleyWorkspace

// All that commands write to standard output.
extension Console {
  /// Lines for people.
  package func print(_ text: String) {
    write(Array((Printable.lines(text) + "\n").utf8))
  }

  /// A document for programs, without anything that a terminal would act on, wherever it goes.
  func print(_ json: JSONValue, by printer: JSONPrinter = .pretty) {
    var bytes = printer.bytes(of: masked(json))
    bytes.append(UInt8(ascii: "\n"))
    write(Printable.json(bytes))
  }

  /// A command for a shell: as it is for a file or a pipe, on a terminal one that does the same.
  func print(command: String) {
    write(Array(((writesToTerminal ? Printable.command(command) : command) + "\n").utf8))
  }

  /// Somebody else's text: every byte for a file or a pipe, on a terminal as much of it as can do no harm.
  func pass(_ bytes: [UInt8]) {
    guard writesToTerminal else { return write(bytes) }
    write(Array(Printable.lines(String(decoding: bytes, as: UTF8.self)).utf8))
  }

  /// Shows the error because of which a command failed.
  func fail(_ error: any Error, asJSON: Bool) -> ExitStatus {
    let failure = Failure(error)
    if asJSON {
      print(["error": failure.json])
    } else {
      failure.tell(on: self)
    }
    return failure.status
  }
}
