import TestSupport
import Testing

@Suite("Mistakes in arguments", .timeLimit(.minutes(2)))
struct ArgumentMistakeTests {
  private let parley: ParleyProgram

  init() throws {
    parley = try ParleyProgram()
  }

  @Test(
    "Each is told in one style, with what was probably meant and the usage of the command",
    arguments: Sample.of(
      [
        (["sned", "user/login"], "send", "parley send"),
        (["send", "--heder", "A: b", "http://h"], "--header", "parley send"),
        (["send", "http://h", "--head", "A: b"], "--header", "parley send"), (["help", "snd"], "send", "parley send"),
        (["shared", "lst"], "list", "parley shared"), (["import", "a", "b"], "b", "parley import"),
        (["check", "a", "b"], "a", "parley check"), (["help", "nonsense"], "nonsense", "parley"),
        (["hepl"], "Did you mean `parley --help`?", "parley"),
        (["list", "requets"], "Did you mean “requests”?", "parley list"),
        (["http://h/x", "-X", "POST"], "parley send http://h/x", "parley send"),
        (["-X", "POST", "http://h/x"], "parley send http://h/x", "parley send"),
        (["history", "list", "--limit", "0"], "at least 1", "parley history list"),
        (["-w", ".", "send", "items/list"], "`parley send … -w …`", "parley send"),
        (["sned", "http://h/x"], "Did you mean `send`?", "parley send"),
        (["shared", "set", "key", "value"], "standard input", "parley shared set"),
        (["history", "list", "--status", "500"], "parley history list status:500", "parley history list"),
        (["history", "list", "-n", "5"], "--limit", "parley history list"),
        (["cache", "list", "--method", "GET"], "parley cache list method:POST", "parley cache list"),
        (["shared", "list", "--expires", "1h"], "parley shared list expires:never", "parley shared list"),
        (["send", "--token", "x", "http://h"], "`--bearer TOKEN` sends a token", "parley send"),
        (["history", "-w", ".", "show", "last"], "`parley history show …`", "parley history"),
        (["store", "--json"], "`parley store check …`", "parley store"),
        (["runs", "--foo"], "Unknown option `--foo`", "parley runs list"),
        (["list", "runs"], "`parley runs list` lists those", "parley list"),
        (["list", "/usr"], "`parley list -w /usr` takes it as the workspace", "parley list"),
        (["export", "crul", "a"], "Did you mean `curl`?", "parley export"),
        (["export", "item/page"], "comes first, as in `parley export markdown item/page`", "parley export"),
        (["export", "item/page", "--as", "python"], "`parley export python item/page`", "parley export"),
        (["export", "--format=http", "item/page"], "`parley export http item/page`", "parley export"),
        (["check", "/usr"], "`parley check -w /usr` takes it as the workspace", "parley check"),
        (["send"], "Name a request of the workspace, or give a URL", "parley send"),
        (["send", "--hepl"], "Did you mean `--help`?", "parley send"),
        (["send", "http://h", "--timeout", "3"], "`--max-time TIME`", "parley send"),
        (["send", "http://h", "--tiemout", "3"], "`--max-time TIME`", "parley send"),
        (["send", "http://h", "--follow"], "`--max-redirs 0` follows none", "parley send"),
        (["send", "http://h", "-A", "bearer"], "--bearer TOKEN sends a token", "parley send"),
        (["send", "http://h", "--auth-type", "bearer"], "with --auth NAME:PASSWORD", "parley send"),
        (["send", "http://h", "-A", "bearer:x"], "-A is the User-Agent", "parley send"),
        (["send", "--foo", "x"], "Unknown option `--foo`.\n  Usage:", "parley send"),
        (["send", "--crul", "x"], "Did you mean `--curl`?", "parley send"),
        (["sen", "--help"], "Did you mean `send`?", "parley send"),
        (["runs", "shwo", "--help"], "Did you mean `show`?", "parley runs show"),
        (["history", "export"], "Did you mean `parley export har`?", "parley export"),
        (["history", "find", "x"], "Did you mean `search`?", "parley history"),
        (["history", "rm", "1"], "Did you mean `delete`?", "parley history delete"),
        (["history", "resend", "1"], "Did you mean `parley send`?", "parley send"),
        (["cache", "delete", "x"], "Did you mean `remove`?", "parley cache remove"),
        (["shared", "ls"], "Did you mean `list`?", "parley shared list"),
        (["shared", "snapshot", "save", "x"], "Did you mean `take`?", "parley shared snapshot take"),
        (["runs", "diff", "1", "2"], "Did you mean `compare`?", "parley runs compare"),
        (["team", "list"], "Did you mean `status`?", "parley team status"),
        (["key", "list"], "Did you mean `parley list ciphers`?", "parley list"),
        (["envs"], "Did you mean `parley list environments`?", "parley list"),
        (["ls"], "Did you mean `parley list requests`?", "parley list"),
        (["request", "x"], "Did you mean `send`?", "parley send"), (["lint"], "Did you mean `check`?", "parley check"),
        (["test", "a"], "Did you mean `run`?", "parley run"), (["init"], "Did you mean `new`?", "parley new"),
        (["har"], "Did you mean `parley export har`?", "parley export"), (["help", "ls"], "list", "parley list"),
        (["history", "serch"], "Did you mean `search`?", "parley history"),
        (["history", "serach", "foo"], "Did you mean `search`?", "parley history search"),
        (["export", "--format", "crul", "a"], "Did you mean `parley export curl a`?", "parley export"),
        (["-v"], "`parley --version` prints the version", "parley"),
        (["./no-such"], "`parley new ./no-such` makes a workspace there", "parley"),
      ], 10))
  func mistake(arguments: [String], named: String, usage: String) async throws {
    let result = try await parley.run(arguments)
    #expect(result.status == 2, "\(arguments)")
    #expect(result.errorText.hasPrefix("parley: "), "\(result.errorText)")
    #expect(result.errorText.contains(named), "\(result.errorText)")
    #expect(result.errorText.lowercased().contains("usage: \(usage)"), "\(result.errorText)")
  }

  @Test(
    "What is no folder is looked for among the names of the workspace and the folders beside it",
    arguments: [
      (["item/page", "-w", "shop"], "`parley send item/page -w shop` sends the request of that name."),
      (["requests/item/page.yaml", "-w", "shop"], "`parley send item/page -w shop` sends the request of that name."),
      (["checkout", "-w", "shop"], "`parley run checkout -w shop` runs the group of that name."),
      (["item/pgae", "-w", "shop"], "Did you mean `parley send item/page -w shop`?"),
      (["send", "./shop"], "`parley send REQUEST -w ./shop` takes it as the workspace"),
      (["send", "shop"], "`parley shop` opens it."), (["run", "../home/shop"], "`parley run GROUP -w ../home/shop`"),
      (["send", "shop/requests/item/page.yaml"], "`parley send item/page -w shop` sends it."),
      (["../home/shop/requests/item/page.yaml"], "`parley send item/page -w ../home/shop` sends it."),
      (["./api.json"], "`parley import ./api.json` imports"),
      (["send", "shop/groups/checkout.yaml"], "`parley run checkout -w shop` runs it."),
      (["open", "item/page", "-w", "shop"], "`parley send item/page -w shop` sends the request of that name."),
      (["shopp"], "Did you mean `parley ./shop`?"), (["../home/shpo/"], "Did you mean `parley ../home/shop`?"),
      (["list", "-w", "shpo"], "Did you mean “./shop”?"), (["-w", "../home/shpo"], "Did you mean “../home/shop”?"),
    ])
  func nearbyName(arguments: [String], advice: String) async throws {
    try parley.home.write("parley: 1\nid: named\n", to: "home/shop/parley.yaml")
    try parley.home.write("url: http://h/page\n", to: "home/shop/requests/item/page.yaml")
    try parley.home.write("{}\n", to: "home/api.json")
    try parley.home.write("serial: [{ request: item/page }]\n", to: "home/shop/groups/checkout.yaml")
    let result = try await FinishedProcess.run(
      "/bin/sh", ["-c", "cd \"$0\" && exec \"$@\"", parley.home.path("home"), Executables.built("parley")] + arguments,
      environment: parley.environment)
    #expect(result.status == 2 && result.errorText.contains(advice), "\(result.errorText)")
  }

  @Test(
    "Options in the place of a command list what there is",
    arguments: [["history"], ["runs"], ["cache"], ["shared"], ["shared", "snapshot"]])
  func impliedList(family: [String]) async throws {
    try parley.home.write("parley: 1\nid: listed\n", to: "w/parley.yaml")
    let place = ["-w", parley.home.path("w")]
    let named = try await parley.run(family + ["list"] + place)
    let implied = try await parley.run(family + place)
    #expect(implied.status == 0 && implied.outputText == named.outputText, "\(implied.errorText)")
    #expect(implied.errorText == named.errorText)
    #expect(try await parley.run(family + ["--help"]).outputText.contains("SUBCOMMANDS"))
  }

  @Test("A list is known by a short form of its name", arguments: ["envs", "env", "environment", "e"])
  func shortSubject(word: String) async throws {
    try parley.home.write("parley: 1\nid: listed\n", to: "w/parley.yaml")
    try parley.home.write("vars: { a: b }\n", to: "w/environments/local.yaml")
    let listed = try await parley.run("list", word, "-w", parley.home.path("w"))
    #expect(listed.status == 0 && listed.outputText.contains("local"), "\(listed.errorText)")
  }

  @Test(
    "A slip in the URL to send names what is wrong, and is a mistake in the arguments, also without a workspace",
    arguments: [
      (["GET"], "The URL is missing behind GET."), (["http//foo"], "Did you mean `http://foo`?"),
      (["/items"], "“/items” is a path, and no server is known for it."),
      (["x", "-w", "no-such"], "`parley new DIR` makes a workspace"),
    ])
  func slip(arguments: [String], told: String) async throws {
    let result = try await parley.run(["send"] + arguments)
    #expect(result.errorText.contains(told), "\(result.errorText)")
    #expect(result.status == 2, "\(result.status)")
  }

  @Test("A request that is to be opened without a terminal leads to the command that sends it")
  func withoutTerminal() async throws {
    let result = try await parley.run("get", "http://127.0.0.1:1/users")
    #expect(result.status != 0)
    #expect(
      result.errorText.contains("`parley send get http://127.0.0.1:1/users` sends it"), "\(result.errorText)")
  }

  @Test(
    "Where a command was guessed, the help of all commands is named, too",
    arguments: [
      (["sned", "user/login"], "`parley send --help`, or `parley --help` for all commands"),
      (["help", "snd"], "`parley send --help`, or `parley --help` for all commands"),
      (["shared", "lst"], "`parley shared list --help`, or `parley shared --help` for all commands"),
    ])
  func allCommands(arguments: [String], help: String) async throws {
    let result = try await parley.run(arguments)
    #expect(result.errorText.contains("See \(help)."), "\(result.errorText)")
  }

  @Test(
    "A file that is missing is a usage error",
    arguments: [
      ["import", "no-such-file.json"], ["jq", ".", "no-such-file.json"], ["shared", "import", "no-such-file.json"],
      ["certificate", "https://localhost:1", "--ca", "no-such-file.pem"],
    ])
  func missingFile(arguments: [String]) async throws {
    try parley.home.write("parley: 1\nid: around\n", to: "w/parley.yaml")
    let place = arguments[0] == "shared" ? ["-w", parley.home.path("w")] : []
    #expect(try await parley.run(arguments + place).status == 2)
  }

  @Test("A folder with other files is not filled without being asked for")
  func fullFolder() async throws {
    try parley.home.write("mine", to: "full/notes.txt")
    let refused = try await parley.run("new", parley.home.path("full"))
    #expect(refused.status == 2 && refused.errorText.contains("--yes"), "\(refused.errorText)")
    #expect(try await parley.run("new", parley.home.path("full"), "--yes").status == 0)
    #expect(try await parley.run("new", parley.home.path("empty")).status == 0)
  }

  @Test("The version is told however it is asked for", arguments: ["--version", "-V", "version"])
  func version(word: String) async throws {
    let result = try await parley.run(word)
    #expect(result.status == 0 && result.outputText.hasPrefix("parley "), "\(result.errorText)")
  }

  @Test("An expired key has a status of its own")
  func expired() async throws {
    try parley.home.write("parley: 1\nid: keys\n", to: "w/parley.yaml")
    let folder = parley.home.path("w")
    for (name, expiry) in [("old", "2001-01-01T00:00:00Z"), ("new", "never")] {
      let set = try await parley.run("shared", "set", name, "-w", folder, input: "value")
      #expect(set.status == 0, "\(set.errorText)")
      let expiring = try await parley.run("shared", "expire", name, expiry, "-w", folder)
      #expect(expiring.status == 0, "\(expiring.errorText)")
      let got = try await parley.run("shared", "get", name, "-w", folder)
      #expect(got.status == (name == "old" ? 1 : 0) && got.outputText.contains("value"), "\(got.errorText)")
    }
  }
}
