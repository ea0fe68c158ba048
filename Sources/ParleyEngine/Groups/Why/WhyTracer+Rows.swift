// Rows that a filter dropped.
extension WhyTracer {
  /// That a filter handed on fewer rows than it got, told once.
  func rowLoss(of record: NodeRecord) async -> WhyLink? {
    guard let rows = record.made.rows, rows.dropped > 0, isNew("rows of \(record.path)") else { return nil }
    return WhyLink(
      "\(rows.lossWords(of: name(of: record)))", evidence: await evidence(of: rows, record),
      target: .step(record.path, .rows, nil), end: .file)
  }

  private func evidence(of rows: RowAccount, _ record: NodeRecord) async -> String? {
    let first = rows.fates.firstIndex(where: \.isLoss).map { "at \(rows.place(of: $0))" }
    let words = [first, await facts.place(record)].compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: "  ")
  }

  /// The fate of a row, or of all that the filter dropped.
  func row(_ row: Int?, of record: NodeRecord) async -> WhyLink {
    let target = WhyLink.Target.step(record.path, .rows, nil)
    guard let rows = record.made.rows else {
      return WhyLink("\(name(of: record)) did not account for rows", target: target)
    }
    guard let row else {
      let findings = await facts.findings(record, .root, nil)
      let chain = await chain(findings, of: record)
      return WhyLink(
        "\(name(of: record)): \(rows.words), \(rows.dropped) dropped", target: target, end: .file,
        causes: chain.map { [$0] } ?? [])
    }
    let place = rows.place(of: row)
    guard rows.fates.indices.contains(row) else {
      return WhyLink("it is not recorded what became of \(place) in \(name(of: record))", target: target)
    }
    switch rows.fates[row] {
    case .kept(let index):
      return WhyLink(
        "\(place) is in the output of \(name(of: record)), at [\(index)]",
        target: .step(record.path, .output, ValuePath([.index(index)])), end: .file)
    case .used:
      return WhyLink("\(name(of: record)) used \(place) for what it computed", target: target, end: .file)
    case .dropped(let part):
      let findings = await facts.findings(record, .root, .input(place)).filter { !$0.dropped.isEmpty }
      let chain = await chain(findings, of: record)
      let by = part.map { " by `\($0)`" } ?? ""
      return WhyLink(
        "\(place) was dropped\(by) in \(name(of: record))", evidence: await facts.place(record), target: target,
        end: .file, causes: chain.map { [$0] } ?? [])
    }
  }
}

extension RowAccount {
  /// The path of a row in what the filter worked on.
  package func place(of row: Int) -> String { list == "." ? ".[\(row)]" : "\(list)[\(row)]" }

  fileprivate func lossWords(of step: String) -> String {
    let most = losses.max { $0.count < $1.count }
    guard let most, most.count > 0, losses.count == 1 else {
      return "the filter of \(step) dropped \(dropped) of \(into)"
    }
    return "`\(most.part)` dropped \(dropped) of \(into)"
  }
}

extension RowAccount.Fate {
  fileprivate var isLoss: Bool { if case .dropped = self { true } else { false } }
}
