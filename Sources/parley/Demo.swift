import ArgumentParser
import Commands
import Foundation

struct Demo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Start the demo API, and open the workspace that shows what Parley can do with it.")

  @Flag(help: "Only serve, until interrupted.")
  var serveOnly = false

  @Option(help: "The port to serve on; otherwise 8080, or the next free one.")
  var port: Int?

  @OptionGroup var values: ValueOptions
  @OptionGroup var screen: ScreenOptions

  func run() throws {
    do {
      if serveOnly { try DemoServer.replaceThisProcess(port: port) }
      let server = try DemoServer(port: port)
      defer { server.end() }
      let given = try ["baseUrl": server.url].merging(values.given()) { $1 }
      let folder = try ProgramFolder.ofThisProgram().demoWorkspace()
      try WorkbenchProgram(folder: folder, environment: values.environment, given: given, screen: screen).run()
    } catch let error as UsageError {
      StandardConsole().tell(error)
      throw ExitCode(ExitStatus.internal.rawValue)
    }
  }
}
