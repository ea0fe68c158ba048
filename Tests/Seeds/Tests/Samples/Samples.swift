/// The samples of this target: what stands between `// sample: NAME` and `// end` in its sources, as far left as it goes.
struct Samples {
  struct Broken: Error, CustomStringConvertible {
    let description: String
  }

  private(set) var byName: [String: String] = [:]

  init(in files: [String]) throws {
    for file in files { try read(file) }
  }

  private mutating func read(_ file: String) throws {
    var open: (name: String, lines: [Substring])?
    for line in try readText(file).split(separator: "\n", omittingEmptySubsequences: false) {
      let text = line.drop { $0 == " " }
      if text.hasPrefix("// sample: ") {
        guard open == nil else { throw Broken(description: "\(file): “\(text)” begins inside of another") }
        open = (String(text.dropFirst("// sample: ".count)), [])
      } else if text == "// end", let sample = open {
        guard byName[sample.name] == nil else { throw Broken(description: "There are two samples “\(sample.name)”") }
        byName[sample.name] = Self.outdented(sample.lines)
        open = nil
      } else {
        open?.lines.append(line)
      }
    }
    if let open { throw Broken(description: "\(file): the sample “\(open.name)” has no end") }
  }

  private static func outdented(_ lines: [Substring]) -> String {
    let depth = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return lines.map { String($0.dropFirst(depth)) }.joined(separator: "\n")
  }
}

/// A page whose Swift samples are those of this target, each under a comment with its name:
///
///     <!-- sample: first-request -->
///     ```swift
///     …
///     ```
struct Page {
  let path: String
  let text: String

  init(_ path: String) throws {
    self.path = path
    text = try readText(path)
  }

  /// The page with its samples as they are, and their names.
  func filled(from samples: Samples) throws -> (text: String, used: [String]) {
    var (lines, used, name, isInside) = ([String](), [String](), String?.none, false)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if isInside, line != "```" { continue }
      isInside = line == "```swift"
      lines.append(line)
      if line.hasPrefix("<!-- sample: "), line.hasSuffix(" -->") {
        name = String(line.dropFirst("<!-- sample: ".count).dropLast(" -->".count))
      } else if isInside {
        guard let wanted = name, let sample = samples.byName[wanted] else {
          throw Samples.Broken(description: "\(path): there is no sample “\(name ?? "without a name")”")
        }
        lines.append(sample)
        used.append(wanted)
        name = nil
      }
    }
    return (lines.joined(separator: "\n"), used)
  }
}

/// The Swift files below a folder, those of hidden folders left out.
func swiftFiles(below folder: String) -> [String] {
  names(in: folder).filter { !$0.hasPrefix(".") }.flatMap { name in
    name.hasSuffix(".swift") ? ["\(folder)/\(name)"] : swiftFiles(below: "\(folder)/\(name)")
  }
}
