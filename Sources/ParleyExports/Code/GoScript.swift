internal import ParleyEngine
internal import ParleyFiles

/// Go with net/http.
struct GoScript: ScriptWriter, BlockWriter {
  let script: Script
  var code = CodeLines(indentedBy: "\t")
  private let texts: Set<String>

  static let reserved = [
    "break", "case", "chan", "const", "continue", "default", "defer", "else", "fallthrough", "for", "func", "go",
    "goto",
    "if", "import", "interface", "map", "package", "range", "return", "select", "struct", "switch", "type", "var",
    "any",
    "nil", "true", "false", "string", "error", "main", "init", "len", "append", "send", "at", "text", "jq", "run",
    "expect", "escape", "encode", "status", "body", "attempt", "header", "object", "list", "form", "newUUID", "bytes",
    "fmt", "http", "io", "json", "os", "exec", "strings", "time", "url", "filepath", "multipart", "rand", "base64",
    "environment", "must", "reader", "file", "path", "textproto",
  ]

  init(_ script: Script) {
    self.script = script
    texts = script.keptTexts
  }

  mutating func program() -> String {
    addValues()
    code.skip()
    let names = script.kept.filter { name in !script.values.contains { $0.name == name } }
    if !names.isEmpty {
      code.block("var (", end: ")") { code in
        for name in names { code.add("\(ScriptNames.camel(name)) \(texts.contains(name) ? "string" : "any")") }
      }
      code.skip()
    }
    if script.sends { code.add("var (\n\tstatus int\n\tbody any\n)\n") }
    var inner = self
    inner.code = CodeLines(indentedBy: "\t")
    inner.add(script.steps)
    code.block("func main() {", end: "}") { $0.add(inner.code.lines.joined(separator: "\n")) }
    return head + code.text
  }

  private mutating func addValues() {
    guard !script.values.isEmpty else { return }
    var lines: [String] = []
    for value in script.values {
      let name = ScriptNames.camel(value.name)
      switch value.source {
      case .text(let text): lines.append("\(name) = \(self.text(text))")
      case .environment(let variable): lines.append("\(name) = environment(\(Self.quoted(variable)))")
      }
    }
    code.block("var (", end: ")") { $0.add(lines.joined(separator: "\n")) }
  }

  private var head: String {
    let program = code.text
    var helpers: [String] = []
    for helper in Self.helpers.reversed() where (program + helpers.joined()).contains("\(helper.name)(") {
      helpers.insert(helper.text, at: 0)
    }
    let all = helpers.joined() + program
    var lines = ["// \(script.title), exported by Parley."]
    if all.contains("\"jq\"") { lines.append("// Needs jq for its filters: https://jqlang.org") }
    let names = script.environmentNames
    if !names.isEmpty { lines.append("// Set in the environment: \(names.joined(separator: ", "))") }
    lines += ["package main", "", "import ("]
    lines += Self.packages.filter { all.contains("\($0.lastPathPart).") }.map { "\t\"\($0)\"" }
    lines += [")", ""]
    return lines.joined(separator: "\n") + "\n" + helpers.map { $0 + "\n\n" }.joined()
  }

  private static let packages = [
    "bytes", "crypto/rand", "encoding/base64", "encoding/json", "fmt", "io", "mime/multipart", "net/http",
    "net/textproto",
    "net/url", "os", "os/exec", "path/filepath", "strings", "time",
  ]

  private static let helpers: [(name: String, text: String)] = [
    (
      "must",
      """
      func must(err error) {
      	if err != nil {
      		panic(err)
      	}
      }
      """
    ),
    (
      "expect",
      """
      func expect(isTrue bool, words string) {
      	if !isTrue {
      		panic("not true: " + words)
      	}
      }
      """
    ),
    (
      "environment",
      """
      func environment(name string) string {
      	value, isSet := os.LookupEnv(name)
      	if !isSet {
      		panic(name + " is not set in the environment")
      	}
      	return value
      }
      """
    ),
    (
      "send",
      """
      func send(method, address string, content []byte, header ...string) (int, any) {
      	request, err := http.NewRequest(method, address, bytes.NewReader(content))
      	must(err)
      	for i := 0; i < len(header); i += 2 {
      		request.Header.Add(header[i], header[i+1])
      	}
      	response, err := http.DefaultClient.Do(request)
      	must(err)
      	defer response.Body.Close()
      	data, err := io.ReadAll(response.Body)
      	must(err)
      	var value any
      	if json.Unmarshal(data, &value) != nil {
      		value = string(data)
      	}
      	return response.StatusCode, value
      }
      """
    ),
    (
      "encode",
      """
      func encode(value any) []byte {
      	data, err := json.Marshal(value)
      	must(err)
      	return data
      }
      """
    ),
    (
      "file",
      """
      func file(path string) []byte {
      	data, err := os.ReadFile(path)
      	must(err)
      	return data
      }
      """
    ),
    (
      "at",
      """
      func at(value any, path ...any) any {
      	for _, key := range path {
      		switch inner := value.(type) {
      		case map[string]any:
      			name, _ := key.(string)
      			value = inner[name]
      		case []any:
      			index, _ := key.(int)
      			if index < 0 {
      				index += len(inner)
      			}
      			if index < 0 || index >= len(inner) {
      				return nil
      			}
      			value = inner[index]
      		default:
      			return nil
      		}
      	}
      	return value
      }
      """
    ),
    (
      "text",
      """
      func text(value any) string {
      	if text, isText := value.(string); isText {
      		return text
      	}
      	data, err := json.Marshal(value)
      	must(err)
      	return string(data)
      }
      """
    ),
    (
      "run",
      """
      func run(words []string, value any) any {
      	command := exec.Command(words[0], words[1:]...)
      	command.Stdin = strings.NewReader(text(value))
      	command.Stderr = os.Stderr
      	data, err := command.Output()
      	must(err)
      	if len(bytes.TrimSpace(data)) == 0 {
      		return nil
      	}
      	var result any
      	must(json.Unmarshal(data, &result))
      	return result
      }
      """
    ),
    (
      "jq",
      """
      func jq(filter string, value any, steps map[string]any) any {
      	words := []string{"jq", "--compact-output", "--argjson", "steps", text(steps), filter}
      	return run(words, value)
      }
      """
    ),
    (
      "list",
      """
      func list(value any) []any {
      	elements, _ := value.([]any)
      	return elements
      }
      """
    ),
    (
      "newUUID",
      """
      func newUUID() string {
      	data := make([]byte, 16)
      	_, err := rand.Read(data)
      	must(err)
      	data[6], data[8] = data[6]&0x0f|0x40, data[8]&0x3f|0x80
      	return fmt.Sprintf("%x-%x-%x-%x-%x", data[:4], data[4:6], data[6:8], data[8:10], data[10:])
      }
      """
    ),
  ]
}
