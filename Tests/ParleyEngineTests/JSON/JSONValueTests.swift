import ParleyEngine
import Testing

@Suite("A JSON value", .timeLimit(.minutes(2)))
struct JSONValueTests {
  @Test("is written as literals")
  func literals() {
    let name = "Ada"
    let value: JSONValue = ["n": nil, "b": true, "i": -1, "d": 1.5, "s": "Hi \(name)", "a": [1, "x"], "o": ["k": [:]]]
    #expect(value.description == #"{"n":null,"b":true,"i":-1,"d":1.5,"s":"Hi Ada","a":[1,"x"],"o":{"k":{}}}"#)
  }

  @Test("is read by key and by index, and nothing is absent loudly")
  func subscripts() {
    let value: JSONValue = ["items": [["id": 7]]]
    #expect(value["items"]?[0]?["id"]?.int == 7)
    #expect(value["items"]?[1] == nil)
    #expect(value["items"]?[-1] == nil)
    #expect(value["other"] == nil)
    #expect(value[0] == nil)
    #expect(JSONValue.null["x"] == nil)
  }

  @Test("changes by key in place")
  func mutation() {
    var value: JSONValue = ["a": 1, "b": 2]
    value["a"] = "x"
    value["c"] = [3]
    value["b"] = nil
    #expect(value.description == #"{"a":"x","c":[3]}"#)
    var fresh: JSONValue = 5
    fresh["k"] = true
    #expect(fresh == ["k": true])
  }

  @Test("says what it is")
  func views() {
    #expect(JSONValue.bool(true).bool == true)
    #expect(("x" as JSONValue).string == "x")
    #expect((1.5 as JSONValue).int == nil)
    #expect((1.5 as JSONValue).double == 1.5)
    #expect((nil as JSONValue).isNull)
    #expect(([1, 2] as JSONValue).array == [1, 2])
    #expect(
      JSONValue.Kind.allCases.map(\.phrase) == [
        "null", "true or false", "a number", "a string", "an array", "an object",
      ])
    #expect((([:] as JSONValue).kind, (1 as JSONValue).kind) == (.object, .number))
  }

  @Test("equals another whatever the order of keys, but not of elements")
  func equality() {
    let left: JSONValue = ["a": 1, "b": [1, 2]]
    let right: JSONValue = ["b": [1, 2], "a": 1.0]
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
    #expect(left != ["a": 1, "b": [2, 1]])
    #expect(left != ["a": 1])
    #expect(JSONValue.null != false)
    #expect(("1" as JSONValue) != 1)
  }

  @Test("an object keeps the order of its keys")
  func order() {
    var object = JSONObject([("z", 1), ("a", 2), ("m", 3)])
    object["a"] = 9
    object["z"] = nil
    object["z"] = 4
    #expect(Array(object.keys) == ["a", "m", "z"])
    #expect(Array(object.values) == [9, 3, 4])
    #expect(object.map(\.key) == ["a", "m", "z"])
    #expect(object[1] == (key: "m", value: 3))
  }

  @Test("an object of many keys finds each")
  func manyKeys() {
    let object = JSONObject((0..<1000).map { ("key\($0)", JSONValue.number(JSONNumber($0))) })
    #expect((0..<1000).allSatisfy { (number: Int) in object["key\(number)"]?.int == number })
    #expect(object == JSONObject(object.reversed().map { ($0.key, $0.value) }))
  }
}
