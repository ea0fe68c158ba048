import ParleyEngine
import ParleyText

extension SharedSnapshot {
  /// `5 keys, 2 of the team's`.
  var counted: String { count.counted("key", ofTeam: teamCount ?? 0) }
}

extension [SharedEntry] {
  /// `5 keys, 2 of the team's`.
  var counted: String { count.counted("key", ofTeam: count(where: \.isTeams)) }
}

extension Int {
  fileprivate func counted(_ word: String, ofTeam teams: Int) -> String {
    switch teams {
    case 0: counted(word)
    case self: "\(counted(word)) of the team's"
    default: "\(counted(word)), \(teams) of the team's"
    }
  }
}
