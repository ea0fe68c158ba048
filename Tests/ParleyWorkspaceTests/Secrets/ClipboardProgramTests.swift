import Glibc
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("A program that takes text into the clipboard", .timeLimit(.minutes(2)))
struct ClipboardProgramTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A stand-in that writes what it is given, and its arguments, to a file.
  private func install(_ name: String, _ script: String = #"cat > "$0.given"; echo "$@" > "$0.arguments""#) throws {
    try folder.write("bin/\(name)", "#!/bin/sh\n\(script)\n")
    try #require(chmod(folder.at("bin/\(name)"), 0o700) == 0)
  }

  private func found(_ variables: [String: String]) -> ClipboardProgram? {
    ClipboardProgram(environment: variables.merging(["PATH": "/nowhere:\(folder.path)/bin"]) { $1 })
  }

  @Test("is one that is installed and has something to talk to, the desktop's first")
  func choice() throws {
    try install("xsel")
    try install("tmux")
    #expect(found([:]) == nil)
    #expect(found(["WAYLAND_DISPLAY": "wayland-0"]) == nil)
    #expect(found(["TMUX": "/tmp/t"])?.name == "tmux")
    #expect(found(["TMUX": "/tmp/t", "DISPLAY": ":0"])?.name == "xsel")
    try install("xclip")
    #expect(found(["DISPLAY": ":0"])?.name == "xclip")
  }

  @Test("gets a megabyte of text on its standard input")
  func copies() async throws {
    try install("xclip")
    let text = String(repeating: "ä", count: 1 << 19)
    try await #require(found(["DISPLAY": ":0"])).copy(text)
    #expect(try folder.text("bin/xclip.given") == text)
    #expect(try folder.text("bin/xclip.arguments") == "-selection clipboard -in\n")
  }

  @Test("is tmux inside it, also beside a desktop, and one before 3.2 gets its buffer filled at least")
  func tmux() async throws {
    try install("xsel")
    try install("tmux", #"echo "$@" >> "$0.arguments"; [ "$2" != -w ] && cat > "$0.given""#)
    #expect(ClipboardProgram.tmux(environment: ["PATH": folder.at("bin"), "DISPLAY": ":0"]) == nil)
    let variables = ["PATH": folder.at("bin"), "DISPLAY": ":0", "TMUX": "/tmp/t"]
    try await #require(ClipboardProgram.tmux(environment: variables)).copy("text")
    #expect(try folder.text("bin/tmux.given") == "text")
    #expect(try folder.text("bin/tmux.arguments") == "load-buffer -w -\nload-buffer -\n")
  }

  @Test("that lives on in the background, as those of X do, is not waited for")
  func background() async throws {
    try install("xclip", #"cat > "$0.given"; sleep 600 & echo $! > "$0.pid""#)
    try await #require(found(["DISPLAY": ":0"])).copy("text")
    let pid = try #require(Int32(folder.text("bin/xclip.pid").filter(\.isNumber)))
    #expect(kill(pid, SIGKILL) == 0)
  }

  @Test("that fails says so")
  func fails() async throws {
    try install("wl-copy", "exit 3")
    let program = try #require(found(["WAYLAND_DISPLAY": "wayland-0"]))
    await #expect(throws: CommandError.failed(status: 3, standardError: "")) { try await program.copy("text") }
  }
}
