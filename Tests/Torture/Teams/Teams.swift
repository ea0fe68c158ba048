import ParleyPostgres
import ParleyTeam
import TestSupport

/// Three programs on one PostgreSQL, which goes away in the middle.
struct Teams: TorturePart {
  static let name = "team"
  static let summary =
    "three processes write keys of a team and restore them from a snapshot: the server killed, the cable pulled, ten thousand each"
  static let promise = "every change counts once; none is lost, none made twice; what belongs together is made together"
  static let shortCount = 2

  private enum Trouble { case kills, cable, many, snapshots }

  func attempt(_ trial: Trial) async throws {
    switch [Trouble.kills, .snapshots, .cable, .many][trial.number % 4] {
    case .kills: try await killServer(trial)
    case .cable: try await pullCable(trial)
    case .many: try await countFar(trial)
    case .snapshots: try await killWhileRestoring(trial)
    }
  }

  private func killWhileRestoring(_ trial: Trial) async throws {
    let team = try await CountingTeam(on: nil)
    try await team.restore(12, trial) {
      for _ in 0..<trial.int(1..<4) {
        let threshold = trial.int(100..<2500)
        trial.step("the server is killed at change \(threshold)")
        try await team.waits(forChange: threshold)
        try await team.server.kill()
        try await team.server.restart()
      }
    }
    try await team.server.stop()
  }

  private func killServer(_ trial: Trial) async throws {
    let team = try await CountingTeam(on: nil)
    try await team.count(to: 120, trial) {
      for _ in 0..<trial.int(1..<4) {
        let threshold = trial.int(10..<300)
        trial.step("the server is killed at \(threshold)")
        try await team.waits(forCount: threshold)
        try await team.server.kill()
        try await team.server.restart()
      }
    }
    try await team.server.stop()
  }

  private func pullCable(_ trial: Trial) async throws {
    guard NetworkHosts.areAllowed else { return say("team: no second host: that takes root and ip netns") }
    let hosts = try NetworkHosts()
    let team = try await CountingTeam(on: hosts)
    try await team.count(to: 100, trial) {
      let (pulled, pluggedIn) = (trial.int(10..<60), trial.int(60..<110))
      trial.step("the cable is pulled at \(pulled), and plugged in at \(pluggedIn)")
      try await team.waits(forCount: pulled)
      try hosts.pull()
      try await team.waits(forCount: pluggedIn)
      try hosts.plugIn()
    }
    try await team.server.stop()
    hosts.remove()
  }

  /// On two hosts where the machine allows it.
  private func countFar(_ trial: Trial) async throws {
    let hosts = NetworkHosts.areAllowed ? try NetworkHosts() : nil
    let team = try await CountingTeam(on: hosts)
    trial.step("10,000 each")
    try await team.count(to: 10_000, trial) {}
    try await team.server.stop()
    hosts?.remove()
  }
}
