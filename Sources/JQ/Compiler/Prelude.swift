/// Functions that are written in the language itself. Each is compiled only where a filter uses it.
enum Prelude {
  static let definitions: [String: String] = Dictionary(
    uniqueKeysWithValues: sources.map { source in (signature(of: source), source) })

  private static let sources = [
    "def until(done; next): if done then . else next | until(done; next) end;",
    "def while(goes; next): if goes then ., (next | while(goes; next)) else empty end;",
    "def repeat(f): f, repeat(f);",
    "def nth($n; f): if $n < 0 then error(\"nth doesn't support negative indices\") else first(skip($n; f)) end;",
    "def with_entries(f): to_entries | map(f) | from_entries;",
    "def walk(f): if type == \"object\" then map_values(walk(f)) elif type == \"array\" then map(walk(f)) else . end | f;",
    "def paths: path(..) | select(length > 0);",
    "def paths(test): path(.. | select(test)) | select(length > 0);",
    "def leaf_paths: paths(scalars);",
    "def pick(f): . as $input | reduce path(f) as $path (null; setpath($path; $input | getpath($path)));",
    "def arrays: select(type == \"array\");",
    "def objects: select(type == \"object\");",
    "def iterables: select(type | . == \"array\" or . == \"object\");",
    "def scalars: select(type | . != \"array\" and . != \"object\");",
    "def booleans: select(type == \"boolean\");",
    "def numbers: select(type == \"number\");",
    "def normals: select(isnormal);",
    "def finites: select(isfinite);",
    "def strings: select(type == \"string\");",
    "def nulls: select(. == null);",
    "def values: select(. != null);",
    "def combinations: if length == 0 then [] else .[0][] as $head | (.[1:] | combinations) as $tail | [$head] + $tail end;",
    "def combinations($n): [range($n) as $i | .] | combinations;",
    "def tostream: _events[];",
    """
    def fromstream(f): foreach f as $event ({}; (if .done then {} else . end)
      | if $event | length == 2 then .done = ($event[0] | length == 0) | setpath(["value"] + $event[0]; $event[1])
        else .done = ($event[0] | length == 1) end; if .done then .value else empty end);
    """,
    "def truncate_stream(f): . as $depth | null | f | select(.[0] | length > $depth) | .[0] |= .[$depth:];",
    "def IN(f): any(f == .; .);",
    "def IN(source; f): any(source == f; .);",
    "def INDEX(f): INDEX(.[]; f);",
    "def INDEX(source; f): reduce source as $row ({}; .[$row | f | tostring] |= $row);",
    "def JOIN($index; f): [.[] | [., $index[f]]];",
    "def JOIN($index; source; f): source | [., $index[f]];",
    "def JOIN($index; source; f; join): source | [., $index[f]] | join;",
  ]

  /// `name/arity`
  private static func signature(of source: String) -> String {
    let head = source.drop { $0 != "f" }.dropFirst(2)
    let name = head.prefix { $0 != "(" && $0 != ":" }
    guard head.dropFirst(name.count).first == "(" else { return name + "/0" }
    let parameters = head.dropFirst(name.count).prefix { $0 != ")" }
    return name + "/\(parameters.count { $0 == ";" } + 1)"
  }
}
