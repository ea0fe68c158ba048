// A process that shares a team's server with others. What it says, it says line by line on standard output.
//
//   team-torture init ADDRESS 0         sets the database up
//   team-torture count ADDRESS STEPS    adds one to the key n, so many times, by compare-and-set; tells how often it failed
//   team-torture together ADDRESS ROUNDS  sets many keys in one batch, and brings back what a snapshot has of them, so many times
//   team-torture set ADDRESS START      sets the key token to ever larger numbers, and tells each that is safe
//   team-torture watch ADDRESS COUNT    says ready, then the microseconds that each of so many changes took to be heard
//   team-torture write ADDRESS COUNT    sets the key moment so many times to the time it is

import Glibc
import ParleyEngine
import ParleyPostgres
import ParleyTeam

func say(_ line: String) {
  let bytes = Array("\(line)\n".utf8)
  _ = bytes.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
}

func nanoseconds() -> Int64 {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
}

func edit(_ name: String, _ text: String, after last: Int64? = nil) -> SealedEdit {
  let nonce = (0..<12).map { _ in UInt8.random(in: 0...255) }
  let seal = Ciphertext.Seal(keyName: "team", keyVersion: 1, nonce: nonce)
  return SealedEdit(
    key: SharedKey(name), sealed: SealedBytes(Array(text.utf8), seal: seal), isRemoval: false, at: .now(), origin: 1,
    expectation: last.map(SharedEdit.Expectation.lastChange) ?? .anything)
}

func number(_ row: SealedRow?) -> Int64 {
  row.flatMap { Int64(String(decoding: $0.sealed.bytes, as: UTF8.self)) } ?? 0
}

/// What cannot be reached just now is tried again: the same edit, under the same seal, so that none is made twice.
func count(_ team: PostgresTeam, steps: Int) async throws {
  var (done, conflicts) = (0, 0)
  var pending: SealedEdit?
  while done < steps {
    do throws(RepositoryError) {
      let edit = if let pending { pending } else { try await nextEdit(team) }
      pending = edit
      if case .made = try await team.append(all: [edit]) { done += 1 } else { conflicts += 1 }
      pending = nil
    } catch {
      guard error.kind == .unreachable else { throw error }
      try await Task.sleep(for: .milliseconds(50))
    }
  }
  say("counted \(conflicts)")
}

func nextEdit(_ team: PostgresTeam) async throws(RepositoryError) -> SealedEdit {
  let last = try await team.lastRow(of: SharedKey("n"))
  return edit("n", "\(number(last) + 1)", after: last?.sequence ?? 0)
}

/// What cannot be reached just now is tried again, under the same seals.
func persisting<Value>(_ work: () async throws(RepositoryError) -> Value) async throws -> Value {
  while true {
    do throws(RepositoryError) {
      return try await work()
    } catch {
      guard error.kind == .unreachable else { throw error }
      try await Task.sleep(for: .milliseconds(50))
    }
  }
}

/// Several programs may do it at once: all keys hold the same, whoever was last. Nobody removes the snapshot.
func changeTogether(_ team: PostgresTeam, rounds: Int) async throws {
  let keys = SharedQuery(environment: nil, rules: SharedRules(), prefix: "together.")
  func set(_ text: String) async throws {
    let edits = (0..<50).map { edit("together.\($0)", text) }
    _ = try await persisting { () throws(RepositoryError) in try await team.append(all: edits) }
  }
  let id = SealedSnapshotID(name: "zero", environment: nil, at: Timestamp(microseconds: 1))
  let head = SealedSnapshotHead(id: id, sealed: edit("zero", "somebody").sealed)
  try await set("0")
  _ = try await persisting { () throws(RepositoryError) in try await team.takeSnapshot(head, of: keys) }
  for round in 1...rounds {
    try await set("\(round)")
    let kept = try await persisting { () throws(RepositoryError) -> [SealedRow] in
      guard let zero = try await team.snapshots(of: nil).first else { return [] }
      return try await team.rows(keys, asOf: zero.sequence)
    }
    let edits = kept.map { edit($0.key.name, String(decoding: $0.sealed.bytes, as: UTF8.self)) }
    _ = try await persisting { () throws(RepositoryError) in try await team.append(all: edits) }
    say("restored \(edits.count)")
  }
}

func setNumbers(_ team: PostgresTeam, from start: Int) async throws {
  var number = start + 1
  while true {
    do throws(RepositoryError) {
      _ = try await team.append(all: [edit("token", "\(number)")])
      say("\(number)")
      number += 1
    } catch {
      say("failed \(error.code)")
      try await Task.sleep(for: .milliseconds(50))
    }
  }
}

func watch(_ team: PostgresTeam, count: Int) async throws {
  let (told, tell) = AsyncStream.makeStream(of: Void.self)
  team.onForeignChange { tell.yield() }
  var position = try await team.lastSequence()
  say("ready")
  var seen = 0
  for await _ in told {
    for row in try await team.rows(after: position, limit: 100) {
      position = row.sequence
      say("\((nanoseconds() - number(row)) / 1000)")
      seen += 1
    }
    if seen >= count { return }
  }
}

func writeMoments(_ team: PostgresTeam, count: Int) async throws {
  for _ in 0..<count {
    _ = try await team.append(all: [edit("moment", "\(nanoseconds())")])
    try await Task.sleep(for: .milliseconds(20))
  }
}

let arguments = CommandLine.arguments
guard arguments.count == 4, let amount = Int(arguments[3]) else { exit(64) }
do {
  let team = try PostgresTeam(TeamAddress(arguments[2], allowsUnverified: true), copy: nil)
  switch arguments[1] {
  case "init":
    _ = try await PostgresAdministration(TeamAddress(arguments[2], allowsUnverified: true)).initialize(members: [])
  case "count": try await count(team, steps: amount)
  case "together": try await changeTogether(team, rounds: amount)
  case "set": try await setNumbers(team, from: amount)
  case "watch": try await watch(team, count: amount)
  case "write": try await writeMoments(team, count: amount)
  default: exit(64)
  }
  await team.close()
} catch {
  say("\(error)")
  exit(1)
}
