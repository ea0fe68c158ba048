import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Whether a filter reads its input", .timeLimit(.minutes(2))) struct JQInputUseTests {
  @Test(
    "one that speaks of variables alone does not",
    arguments: [
      "$steps.cart.total > 0", "$steps.cart", "[$steps.a, $steps.b.c[0]]", "{ id: $steps.a.id, n: 1 }",
      "$steps.list | map(.id) | add", "$response.status == 200", #""is \($steps.a.id)""#,
      "$steps.a.on and ($vars.n == 7)",
      "if $steps.a.ok then 1 else 2 end", "1",
      "reduce $steps.a[] as $x (0; . + $x.n)", "$steps.a as $x | $x.b", #"$steps.a["odd key"].b"#,
    ])
  func doesNot(text: String) throws {
    #expect(try !JQFilter(parsing: text).readsInput)
  }

  @Test(
    "any other does, in doubt too",
    arguments: [
      ".", ".items[0]", "length", "$steps.a.n + .n", "{ id }", "[$steps.a, .b]", #""is \(.id)""#,
      "$steps.a as $x | .b", "($steps.a | .b) + .c", "map($steps.a)", "$steps.a == (.b)", "@base64",
    ])
  func does(text: String) throws {
    #expect(try JQFilter(parsing: text).readsInput)
  }
}
