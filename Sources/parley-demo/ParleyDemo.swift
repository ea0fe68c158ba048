import ArgumentParser
import Glibc
import HTTPServing

/// `parley-demo`: a small shop and a box of HTTP tools on loopback, for trying Parley and for testing it.
///
/// It prints one line, `listening on http://127.0.0.1:PORT`, once it accepts connections, and nothing else.
/// SIGTERM and SIGINT end it by their default action: everything it knows is in memory.
@main
struct ParleyDemo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "parley-demo",
    abstract: "A small shop on 127.0.0.1 to explore with Parley.",
    discussion: "GET / lists every route. The state is kept in memory; POST /reset makes it new.")

  @Option(help: "The port to listen on; 0 takes any free one. (default: 8080, or the next free one)")
  var port: UInt16?

  @Flag(help: "End when standard input ends, which it does when the program holding its other end is gone.")
  var withParent = false

  func run() throws {
    if withParent { ParentWatch.endWithStandardInput() }
    let service = try DemoListener.open(PortChoice(port), api: DemoAPI())
    announce(port: service.port)
    withExtendedLifetime(service) {
      while true { pause() }
    }
  }

  private func announce(port: UInt16) {
    print("listening on http://127.0.0.1:\(port)")
    // Whoever started this reads the line through a pipe, where standard output is buffered.
    fflush(nil)
  }
}
