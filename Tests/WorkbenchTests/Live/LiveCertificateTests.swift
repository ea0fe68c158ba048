import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchLive
@testable import WorkbenchState

@Suite("A failed handshake is no dead end", .timeLimit(.minutes(3)))
struct LiveCertificateTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  private func services(_ server: NginxServer) async throws -> LiveServices {
    let url = try #require(server.tlsURL)
    try folder.write("parley: 1\nid: tls2\nservers: { api: \"\(url)\" }\n", to: "w/parley.yaml")
    try folder.write("vars: {}\n", to: "w/environments/local.yaml")
    try folder.write("url: /ok\n", to: "w/requests/ok.yaml")
    let (state, bus) = (StateFolder(path: folder.path("state")), EventBus())
    let session = try await Session.open(at: folder.path("w"), state: state, events: bus, passphraseCost: 16)
    return LiveServices(session, isScratch: false, stateFolder: state, bus: bus)
  }

  private func failed(_ services: LiveServices, _ width: Int, _ height: Int) async throws -> RunningBench<LiveServices>
  {
    let bench = try RunningBench(width, height, running: services, now: Timestamp.now)
    await bench.idle()
    try await bench.press("Enter")
    await bench.idle()
    try await bench.press("F5")
    return bench
  }

  @Test(
    "the chain is shown with the check that failed; t chooses to trust it, and once confirmed it is sent again",
    arguments: [(80, 24), (160, 48)])
  func trusted(width: Int, height: Int) async throws {
    try await withNginxServer { server in
      let services = try await services(server)
      let bench = try await failed(services, width, height)
      let card = await bench.idle()
      for text in ["is self-signed", "CN = localhost", "EC P-256", "SHA-256", "nobody trusted here vouches for it"] {
        #expect(card.contains(text), "\(card)")
      }
      bench.pass(.seconds(1))
      try await bench.press("t")
      let chosen = await bench.idle()
      for key in ["t trust this certificate", "f use a CA file", "o once without checking", "e in ", "until you quit"] {
        #expect(chosen.contains(key), "\(chosen)")
      }
      #expect(services.session.serverTrust.names.isEmpty)
      try await bench.confirm()
      let sent = await bench.idle()
      #expect(sent.contains("200   3 B"), "\(sent)")
      #expect(services.session.serverTrust.names.count == 1)
      #expect(width < 100 || sent.contains("trusts localhost"), "\(sent)")
      try await bench.press("Tab", "Tab")
      await bench.idle()
      try await bench.press(":")
      await bench.type("certificate of the server")
      await bench.idle()
      try await bench.press("Enter")
      let shown = await bench.idle()
      #expect(shown.contains("Trusted: you said so, for this workspace"), "\(shown)")
      #expect(shown.contains("r trust it no longer"), "\(shown)")
      await services.close()
    }
  }

  @Test("a certificate that is for another name too says both, and is good for this server once it is trusted")
  func otherName() async throws {
    let server = try await NginxServer.start(hosts: ["other.example"])
    defer { server.stop() }
    let services = try await services(server)
    let bench = try await failed(services, 120, 36)
    let card = await bench.idle()
    #expect(card.contains("✗ not for ") && card.contains("✗ nobody trusted here"), "\(card)")
    #expect(card.contains("only its key counts, not its name"), "\(card)")
    bench.pass(.seconds(1))
    try await bench.press("t")
    try await bench.confirm()
    let sent = await bench.idle()
    #expect(sent.contains("200   3 B"), "\(sent)")
    await services.close()
  }

  @Test("the certificates open from the composer and the list, too, and what is decided then is said")
  func fromElsewhere() async throws {
    try await withNginxServer { server in
      let services = try await services(server)
      let bench = try await failed(services, 120, 36)
      await bench.idle()
      bench.pass(.seconds(1))
      try await bench.press("Escape")
      #expect(await bench.idle().contains("Alt-h shows the certificates"))
      try await bench.press("Alt-h")
      let inComposer = await bench.idle()
      #expect(inComposer.contains("CN = localhost"), "\(inComposer)")
      bench.pass(.seconds(1))
      try await bench.press("Escape", "Shift-Tab", "Alt-h")
      let inList = await bench.idle()
      #expect(inList.contains("CN = localhost"), "\(inList)")
      bench.pass(.seconds(1))
      try await bench.press("e")
      try await bench.confirm()
      #expect(await bench.idle().contains("not checked until you quit; F5 sends the request"))
      try await bench.press("Alt-h")
      let unchecked = await bench.idle()
      #expect(unchecked.contains("check again") && !unchecked.contains("without checking until"), "\(unchecked)")
      #expect(unchecked.contains("Nothing is checked in this environment"), "\(unchecked)")
      await services.close()
    }
  }

  @Test("once is once; in an environment it holds and is said in the top bar until it ends")
  func insecure() async throws {
    try await withNginxServer { server in
      let services = try await services(server)
      let bench = try await failed(services, 120, 36)
      await bench.idle()
      bench.pass(.seconds(1))
      try await bench.press("o")
      try await bench.confirm()
      let once = await bench.idle()
      #expect(once.contains("200   3 B") && once.contains("insecure"), "\(once)")
      try await bench.press("F5")
      let again = await bench.idle()
      #expect(again.contains("is self-signed"), "\(again)")
      bench.pass(.seconds(1))
      try await bench.press("e")
      try await bench.confirm()
      let environment = await bench.idle()
      #expect(environment.contains("200   3 B") && environment.contains("INSECURE"), "\(environment)")
      try await bench.press(":")
      await bench.type("check certificates again")
      await bench.idle()
      try await bench.press("Enter")
      #expect(await !bench.idle().contains("INSECURE"))
      try await bench.press("F5")
      #expect(await bench.idle().contains("is self-signed"))
      await services.close()
    }
  }

  @Test("letters typed ahead neither trust a certificate nor end the checks", arguments: ["t", "o", "e", "y"])
  func typedAhead(letter: String) async throws {
    try await withNginxServer { server in
      let services = try await services(server)
      let bench = try await failed(services, 120, 36)
      await bench.idle()
      bench.pass(.seconds(1))
      try await bench.press(letter, "Enter")
      let shown = await bench.idle()
      #expect(shown.contains("is self-signed") && !shown.contains("200   3 B"), "\(shown)")
      #expect(services.session.serverTrust.names.isEmpty && services.session.serverTrust.isChecked(in: "local"))
      await services.close()
    }
  }

  @Test("a CA file is asked for; one without a certificate says so, and Esc changes nothing")
  func file() async throws {
    try await withNginxServer { server in
      let services = try await services(server)
      let bench = try await failed(services, 120, 36)
      await bench.idle()
      try await bench.press("Escape")
      #expect(await !bench.idle().contains("200   3 B"))
      #expect(services.session.serverTrust.names.isEmpty && services.session.serverTrust.isChecked(in: "local"))
      try await bench.press("F5")
      await bench.idle()
      bench.pass(.seconds(1))
      try await bench.press("f")
      await bench.idle()
      await bench.type(server.authorityFile)
      try await bench.press("Enter")
      #expect(await bench.idle().contains("200   3 B"))
      await services.close()
    }
  }
}
