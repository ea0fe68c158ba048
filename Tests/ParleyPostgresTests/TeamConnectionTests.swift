import ParleyEngine
import ParleyPostgres
import ParleyTeam
import TestSupport
import Testing

@Suite("How a team's server is connected to", .timeLimit(.minutes(2)))
struct TeamConnectionTests {
  @Test(
    "A server on another machine is connected to only by TLS that is verified",
    arguments: [
      "postgresql://db.example/shop?sslmode=require", "postgresql://ada@db.example/shop?sslmode=disable",
      "host=192.0.2.1 sslmode=prefer", "host=127.0.0.1,192.0.2.1 sslmode=verify-ca",
      "host=127.0.0.1.example sslmode=require", "service=shop sslmode=allow",
      "host=localhost hostaddr=192.0.2.1 sslmode=require",
    ])
  func unverified(connection: String) async {
    let error = await refusal { _ = try PostgresTeam(TeamAddress(connection), copy: nil) }
    #expect(error?.kind == .untrusted)
    #expect(error?.advice?.contains("verify-full") == true)
    #expect(await refusal { _ = try PostgresTeam(TeamAddress(connection, allowsUnverified: true), copy: nil) } == nil)
  }

  @Test(
    "A server on this machine needs no TLS",
    arguments: [
      "host=/run/postgresql sslmode=disable", "host=127.0.0.1 sslmode=disable", "host=::1 sslmode=prefer",
      "host=localhost sslmode=disable",
    ])
  func local(connection: String) async {
    #expect(await refusal { _ = try PostgresTeam(TeamAddress(connection), copy: nil) } == nil)
  }

  @Test("An address that cannot be read is refused without being repeated")
  func unreadable() async {
    let error = await refusal {
      _ = try PostgresTeam(TeamAddress("postgresql://ada:se%zzcret@db.example/shop"), copy: nil)
    }
    #expect(error?.kind == .unusablePath)
    #expect(!"\(String(describing: error))".contains("cret"))
  }

  @Test("Whoever asks for a server whose address is refused is told why")
  func refusedServer() async {
    let team = PostgresTeams().server(at: TeamAddress("postgresql://db.example/shop?sslmode=require"), copy: nil)
    #expect(await refusal { _ = try await team.lastSequence() }?.kind == .untrusted)
    #expect(team.state.trouble?.error.kind == .untrusted)
  }

  @Test("TLS is verified: by the authority, and for the host")
  func tls() async throws {
    let server = try await PostgresServer.start(tlsFor: ["127.0.0.1"])
    let database = try await TeamDatabase.made(on: server)
    let verified = "\(server.uri(database.name))?sslmode=verify-full"
    let trusting = TeamAddress("\(verified)&sslrootcert=\(server.certificate)")
    #expect(try await PostgresAdministration(trusting).status().protection == "TLSv1.3, verified")
    let unknown = await refusal {
      _ = try await PostgresAdministration(TeamAddress("\(verified)&sslrootcert=/etc/ssl/certs/ca-certificates.crt"))
        .status()
    }
    #expect(unknown?.kind == .untrusted)
    let other = "postgresql://owner@shop.test:\(server.port)/\(database.name)?hostaddr=127.0.0.1&sslmode=verify-full"
    let stranger = await refusal {
      _ = try await PostgresAdministration(TeamAddress("\(other)&sslrootcert=\(server.certificate)")).status()
    }
    #expect(stranger?.kind == .untrusted)
    let team = try PostgresTeam(trusting, copy: nil)
    _ = try await team.append(all: [.set("a", "1")])
    #expect(try await team.value("a") == "1")
    await team.close()
    try await server.stop()
  }
}
