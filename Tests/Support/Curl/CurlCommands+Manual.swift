extension CurlCommands {
  /// In the shape of the examples that the manual has for each option, and what people get wrong.
  public static let manual = data + forms + headers + urls + others

  private static let data = [
    "curl -X POST -d '' http://HOST/a", "curl http://HOST/a -d 'hello world'",
    "curl http://HOST/a -d '<a b=\"1\">x &amp; y</a>'", "curl http://HOST/a -d '{\"a\": 1}'",
    "curl http://HOST/a -d a=1 -d b=two%20words -d c=%C3%BC", "curl http://HOST/a -d a=1+2 -d 'b=x y'",
    "curl http://HOST/a -d 'a=1&a=2&=x&flag'", "curl -d \"name=Rafael%20Sagula&phone=3320780\" http://HOST/guest.cgi",
    "curl --data \"name=curl\" http://HOST/a", "curl --data name=curl --data tool=cmdline http://HOST/a",
    "curl --data-ascii name=curl http://HOST/a", "curl --data-binary @body.json http://HOST/a",
    "curl --data-raw \"hello\" http://HOST/a", "curl --data-raw \"@at@at@\" http://HOST/a",
    "curl -H 'Content-Type: application/json' -d @body.json http://HOST/a",
    "curl --data-urlencode name=val http://HOST/a", "curl --data-urlencode =encodethis http://HOST/a",
    "curl --data-urlencode name@note.txt http://HOST/a", "curl --data-urlencode @note.txt http://HOST/a",
    "curl --data-urlencode 'q=a b&c~!*' --data-urlencode '=x y' --data-urlencode plain http://HOST/a",
    "curl --json '{ \"drink\": \"coffe\" }' http://HOST/a",
    "curl --json '{ \"drink\":' --json ' \"coffe\" }' http://HOST/a", "curl --json @body.json http://HOST/a",
    "curl --json @- http://HOST/a < body.json", "curl --json '{' --json '}' http://HOST/a",
    "curl http://HOST/a -d @- <<EOF\n{\"n\": 1}\nEOF", "echo 'a=1' | curl -d @- http://HOST/a",
    "curl --data-raw @x http://HOST/a", "curl -d x=1 -H 'Content-Type:' http://HOST/a",
    "curl -d 'x=1' -H 'Content-Type: text/plain' http://HOST/a",
    "curl -T note.txt http://HOST/dir/up.txt", "curl -T note.txt http://HOST/dir/",
    "curl -T - http://HOST/a < note.txt",
    "curl --upload-file \"{note.txt,two.txt}\" http://HOST/dir/",
  ]

  private static let forms = [
    "curl -F 'name=\"Ada\"' http://HOST/a", "curl --form \"name=curl\" --form \"file=@note.txt\" http://HOST/a",
    "curl -F 'a=x;y' -F 'b=\"q;\\\"z\"' -F 'c=t;type=text/plain;charset=utf-8' http://HOST/a",
    "curl -F 'd=@body.json' -F 'e=@note.txt;filename=\"n.txt\"' -F 'f=@note.txt;type=text/csv' http://HOST/a",
    "curl -F 't=<note.txt' --form-string 'at=@x;type=y' http://HOST/a",
    "curl --form-string \"name=data\" http://HOST/a",
    "curl -F \"file=@two.txt\" -F \"yourname=Daniel\" -F \"filedescription=Cool text file with cool text inside\" http://HOST/a",
    "curl -F \"web=@two.txt;type=text/html\" http://HOST/a",
    "curl -F 'colors=\"red; green; blue\";type=text/x-myapp' http://HOST/a",
    "curl -F 'a=1' -F 'a=2' -X PUT http://HOST/a",
  ]

  private static let headers = [
    "curl --header \"X-First-Name: Joe\" http://HOST/a", "curl -H \"User-Agent: yes-please/2000\" http://HOST/a",
    "curl -H 'X-A: 1' -H 'X-Empty;' -H 'X-B:2' http://HOST/a", "curl --header @headers.txt http://HOST/a",
    "curl -H 'Accept:' http://HOST/a", "curl -H 'User-Agent:' -H 'Accept: text/csv' http://HOST/a",
    "curl -H 'Authorization: Bearer tok-1' -u ada:pw http://HOST/a", "curl -H 'Authorization:' -u ada:pw http://HOST/a",
    "curl -H 'Cookie: z=1' -b a=2 http://HOST/a", "curl --user-agent \"Agent 007\" http://HOST/a",
    "curl -A \"\" http://HOST/a",
    "curl -A agent/1 -e 'http://ref.test/x;auto' http://HOST/a",
    "curl --referer \"https://fake.example\" http://HOST/a",
    "curl --referer \";auto\" -L http://HOST/a", "curl --cookie \"name=daniel\" http://HOST/a",
    "curl -b 'a=1; b=2' -b c=3 http://HOST/a", "curl --range 22-44 http://HOST/a", "curl -r -500 http://HOST/a",
    "curl -r 100-199,500-599 http://HOST/a",
    "curl --basic -u name:password http://HOST/a", "curl -u ada:pw http://HOST/a", "curl -u key: http://HOST/a",
    "curl --oauth2-bearer \"mF_9.B5f-4.1JqM\" http://HOST/a", "curl --oauth2-bearer tok-1 http://ada:pw@HOST/a",
    "curl -T note.txt -G http://HOST/a", "curl -H \"X-you-and-me: yes\" http://HOST/love",
  ]

  private static let urls = [
    "curl http://HOST/a", "curl HOST/a", "curl http://ada:p%40w@HOST/a",
    "curl -G -d a=1 --data-urlencode 'q=a b' http://HOST/a",
    "curl -G -d a=1 'http://HOST/a?z=1'", "curl --get -d \"tool=curl\" -d \"age=old\" http://HOST/a",
    "curl -I -d \"bug=curl\" -G http://HOST/a", "curl --url-query name=val http://HOST/a",
    "curl --url-query =encodethis http://HOST/foo", "curl --url-query name@note.txt http://HOST/a",
    "curl --url-query @note.txt http://HOST/a", "curl --url-query \"+name=%20foo\" http://HOST/a",
    "curl --url-query 'x=a b' --url-query '+r=%20z' http://HOST/a", "curl --url http://HOST/a",
    "curl 'http://HOST/a?x=a%20b&y=1+2&w=50%25&flag'", "curl 'http://HOST/a/%2F/b:c/:d'", "curl http://HOST/x/../y",
    "curl --path-as-is http://HOST/../../etc/passwd", "curl http://HOST/a/b/./c/..",
    "curl 'http://HOST/{one,two}/[1-2]'",
    "curl 'http://HOST/[001-003:2].html'", "curl http://HOST/a http://HOST/b",
    "curl -d a=1 http://HOST/a --next http://HOST/b",
    "curl 'http://HOST/a#part'", "curl 'http://HOST?x=1'",
  ]

  private static let others = [
    "curl --head http://HOST/a", "curl -I http://HOST/a", "curl --request DELETE --head http://HOST/a",
    "curl --request \"DELETE\" http://HOST/a", "curl -X PURGE http://HOST/a",
    "curl -sSLkX PUT -d x=1 --compressed --max-time 5 http://HOST/a", "curl -K opts.txt http://HOST/a",
    "curl -K opts.txt -X PATCH http://HOST/a",
    "curl -X PATCH -K opts.txt http://HOST/a",
    "curl --compressed http://HOST/a", "curl --silent --show-error --fail --location http://HOST/a",
    "curl -o /dev/null http://HOST/a", "curl --max-redirs 3 --location http://HOST/a",
    "curl --connect-timeout 20 http://HOST/a",
    "curl --http1.1 http://HOST/a", "curl --insecure http://HOST/a", "curl --no-location http://HOST/a",
    "A=1\ncurl -H \"X-A: $A\" \"http://HOST/${A}/x\"", "curl http://HOST/a && curl -X PUT http://HOST/b",
  ]
}
