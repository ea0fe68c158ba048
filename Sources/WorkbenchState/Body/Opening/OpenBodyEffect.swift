import ParleyEngine
import TerminalKit
import WorkbenchParts
import WorkbenchServices

/// Puts a body into a file and opens it in a program. Values masked on the screen are masked in the file.
struct OpenBodyEffect: ServiceEffect {
  /// The largest body that is masked or laid out, in bytes.
  private static let largest = 64 << 20

  let view: BodyView
  let program: BodyProgram
  let isRevealed: Bool

  func perform(with services: Services) async throws -> [Action] {
    let (body, suffix) = try await content()
    let file = try await services.person.stage(body, suffix: suffix, isSecret: !view.secrets.isEmpty)
    guard program == .system else { return [.terminal(.show(file: file, in: program))] }
    let name = try await services.person.openOutside(file)
    return [.notice(.done("Opened \(ByteCount.text(body.count)) with \(name)."))]
  }

  private func content() async throws -> (any ByteSource, suffix: String) {
    let page = try await view.emptyPage(BodyPage.Query(mode: .raw, lines: 0..<0))
    let needsMask = !view.secrets.isEmpty && !isRevealed
    guard needsMask || program == .pager, view.source.count <= Self.largest else {
      guard !needsMask else { throw Self.tooLarge }
      return (view.source, page.kind.suffix)
    }
    var bytes = try view.source.read(at: 0, count: view.source.count)
    if needsMask { bytes = view.secrets.maskingForeign(bytes) }
    if program == .pager { bytes = paged(bytes, page.kind) }
    return (InMemoryBytes(bytes), page.kind.suffix)
  }

  /// As it is looked at: JSON laid out, binaries in hexadecimal, control characters as signs.
  private func paged(_ bytes: [UInt8], _ kind: BodyKind) -> [UInt8] {
    if case .binary = kind { return Self.hexadecimal(bytes) }
    let laidOut = kind == .json ? (try? JSONPrinter.pretty.reprint(bytes)) ?? bytes : bytes
    let lines = laidOut.split(separator: .newline, omittingEmptySubsequences: false)
    return Array(lines.map(Self.visible).joined(separator: [.newline]))
  }

  private static func visible(_ line: ArraySlice<UInt8>) -> [UInt8] {
    let line = line.last == .return ? line.dropLast() : line
    if line.allSatisfy({ 0x20...0x7E ~= $0 || $0 == .tab }) { return Array(line) }
    let parts = line.split(separator: .tab, omittingEmptySubsequences: false)
    return Array(
      parts.map { Array(Sanitizer.visible(String(decoding: $0, as: UTF8.self)).utf8) }.joined(separator: [.tab]))
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> [UInt8] {
    let dump = HexDump(InMemoryBytes(bytes))
    let lines = (try? dump.lines(in: 0..<dump.lineCount)) ?? []
    return Array(lines.map { "\($0.address)  \($0.hexadecimal)  \($0.text)\n" }.joined().utf8)
  }

  private static let tooLarge = Problem(
    code: "body.tooLarge", "The body holds secrets, and is too large to be masked for another program.",
    advice: "Press v to show the secrets, then open it; or write it to a file with s.")
}
