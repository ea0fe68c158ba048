/// Scripts with curl commands in them that imports are judged by, beside Bash itself. `HOST` in them stands for a server,
/// `NUMBER` for a path of their own.
public enum ShellScripts {
  /// Set in front of every script.
  public static let beginning = "W='v+1 & \"q\"'\nB='{\"a\": [1,2]}'\nV=first\nF=note.txt\n"

  /// Commands on one line.
  public static let lines = [
    "curl http://HOST/NUMBER", "curl http://HOST/NUMBER -d x", "curl -d 'y' http://HOST/NUMBER",
    "A=1 curl http://HOST/NUMBER",
    "command curl http://HOST/NUMBER", "env A=1 curl http://HOST/NUMBER", "time curl http://HOST/NUMBER",
    "(curl http://HOST/NUMBER)", "{ curl http://HOST/NUMBER; }", "x=$(curl http://HOST/NUMBER)",
    "true \"`curl http://HOST/NUMBER`\"", "if curl http://HOST/NUMBER; then true; fi",
    "for i in 1 2; do curl http://HOST/NUMBER/$i; done", "for i in {1..3}; do curl http://HOST/NUMBER -d $i; done",
    "for ((i=0; i<2; i++)); do curl \"http://HOST/NUMBER?i=$i\"; done", "eval \"curl http://HOST/NUMBER\"",
    "(V=inside; curl http://HOST/NUMBER -d $V)", "V=NUMBER; curl http://HOST/NUMBER -d $V",
    "V=\"$V y\"; curl http://HOST/NUMBER -d \"$V\"", "V+=z; curl http://HOST/NUMBER -d \"$V\"",
    "V=NUMBER curl http://HOST/NUMBER -d \"$V\"", "curl http://HOST/NUMBER -d @$F",
    "curl http://HOST/NUMBER -F \"x=@$F\"",
    "curl http://HOST/NUMBER/ -T $F", "H='X-A: 1'; curl -H \"$H\" http://HOST/NUMBER",
    "M=PUT; curl -X $M http://HOST/NUMBER", "C='a=1; b=2'; curl -b \"$C\" http://HOST/NUMBER",
    "O='-H X-B:1 -d y'; curl $O http://HOST/NUMBER", "L=(-H 'X-C: 1' -H 'X-D: 2'); curl \"${L[@]}\" http://HOST/NUMBER",
    "U=HOST/NUMBER; curl $U", "curl http://HOST/NUMBER -H \"X-E: ${NOT_SET:-def}\"",
    "curl http://HOST/NUMBER -H \"X-F: ${V:1} ${#V} ${V:+set} ${V^^}\"",
    "curl http://HOST/NUMBER --data-urlencode \"q=$W\"",
    "curl http://HOST/NUMBER -d \"q=$W\"", "curl http://HOST/NUMBER --json \"$B\"",
    "curl http://HOST/NUMBER -H 'Content-Type: application/json' -d \"{\\\"x\\\": $B}\"",
    "curl http://HOST/NUMBER -H 'Content-Type: application/json' -d \"{\\\"x\\\": \\\"$W\\\"}\"",
    "curl http://HOST/NUMBER --data-binary @- <<< \"one $V two\"",
    "echo one | curl http://HOST/NUMBER --data-binary @-",
    "printf 'a\\tb %s\\n' \"$V\" | curl http://HOST/NUMBER --data-binary @-",
    "curl http://HOST/NUMBER -d \"$(echo \"in $V\")\"",
    "curl -F 'x=@-;filename=q.txt' http://HOST/NUMBER < note.txt", "curl http://HOST/NUMBER -d 'a={{x}}'",
    "curl 'http://HOST/NUMBER/[a-c]'", "curl 'http://HOST/NUMBER/\\[a\\]'", "curl -T note.txt http://HOST",
    "curl -T note.txt 'http://HOST/NUMBER/?q=1'", "curl -T note.txt http://HOST/NUMBER/x http://HOST/NUMBER/y",
    "curl -T note.txt -T two.txt http://HOST/NUMBER/x http://HOST/NUMBER/",
    "curl http://HOST/NUMBER -H 'Accept-Encoding: identity'",
    "curl http://HOST/NUMBER -F 'a=b;filename=x.txt' -F 'c=@note.txt;filename=z.png'",
  ]

  /// Commands that end with the line.
  public static let blocks = [
    "curl http://HOST/NUMBER -d @- <<EOF | cat\n{\"a\": \"$V\"}\nEOF",
    "curl http://HOST/NUMBER -d @- <<EOF && curl http://HOST/NUMBER/b -d @- <<EOG\none\nEOF\ntwo\nEOG",
    "curl http://HOST/NUMBER --data-binary @- <<-EOF\n\tx\n\ty\n\tEOF",
    "curl http://HOST/NUMBER --data-binary @- <<EOF\nx\n EOF\ny\nEOF",
    "curl http://HOST/NUMBER --data-binary @- <<'EOF'\n$x \\$y \"q\" `z` \\\\ \nEOF",
    "curl http://HOST/NUMBER --data-binary @- <<EOF\n$V \\$y \"q\" \\\\ \\x {\"a\": \"b\\\"c\"}\nEOF",
    "curl http://HOST/NUMBER -d \"$(cat <<'EOF'\n{\"it's\": 1}\nEOF\n)\"",
    "read -r -d '' R <<'EOF'\nx y\nEOF\ncurl http://HOST/NUMBER -d \"$R\"",
    "while read -r line; do curl http://HOST/NUMBER; done <<< one", "f() {\n  curl http://HOST/NUMBER\n}\nf",
    "N='a\nb'\ncurl http://HOST/NUMBER --data-raw \"$N\"", "cat note.txt | curl http://HOST/NUMBER -d @-",
    "curl http://HOST/NUMBER -d @two.txt # trailing", "curl http://HOST/NUMBER \\\n  -d x \\\n  -H 'X-G: 1'",
  ]

  private static let separators = [";", "; ", " ; ", " && ", "\n", "\n\n# a note; it's one\n"]

  /// - Parameter random: gives a number below another one.
  public static func generated(_ number: Int, _ random: (Int) -> Int) -> String {
    var text = beginning
    for part in 0..<(2 + random(5)) {
      let isBlock = random(3) == 0
      let pieces = isBlock ? blocks : lines
      text += pieces[random(pieces.count)].replacing("NUMBER", with: "s\(number)p\(part)")
      text += isBlock ? "\n" : separators[random(separators.count)]
    }
    return text + "true\n"
  }
}
