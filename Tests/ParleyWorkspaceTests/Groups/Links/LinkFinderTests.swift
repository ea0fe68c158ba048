import HTTPTypes
import ParleyEngine
import ParleyText
import Testing

@testable import ParleyFormats
@testable import ParleyWorkspace

@Suite("Values that responses gave and later requests carried", .timeLimit(.minutes(2)))
struct LinkFinderTests {
  private static let token = "eyJhbGciOiJIUzI1NiJ9.c2Vzc2lvbg"

  /// Links in words: `0 .result.token → 1 header Authorization "Bearer ‹›"`.
  private func links(_ exchanges: ChainExchange...) -> [String] {
    LinkFinder.links(in: exchanges).map(\.words)
  }

  private func login(_ body: String = #"{ "result": { "token": "\#(token)" } }"#) -> ChainExchange {
    .sent(
      "user/login", "POST /user/login", body: #"{ "email": "ada@example.com", "password": "secret" }"#, gives: body)
  }

  @Test("A token goes behind Bearer")
  func bearer() {
    let profile = ChainExchange.sent(
      "user/profile", "/user/profile", headers: ["Authorization": "Bearer \(Self.token)"])
    #expect(links(login(), profile) == [#"0 .result.token → 1 header Authorization "Bearer ‹›""#])
  }

  @Test("A token goes into Basic, behind a user's name")
  func basic() {
    let credentials = Base64.encode(Array("ada:\(Self.token)".utf8))
    let profile = ChainExchange.sent("profile", "/profile", headers: ["Authorization": "Basic \(credentials)"])
    #expect(links(login(), profile) == [#"0 .result.token → 1 header Authorization "Basic ‹base64 ada:›""#])
  }

  @Test("A value goes into Base64 as it is")
  func base64() {
    let profile = ChainExchange.sent(
      "profile", "/profile?state=\(PercentText.encoded(Base64.encode(Array(Self.token.utf8))))")
    #expect(links(login(), profile) == [#"0 .result.token → 1 query state "‹base64›""#])
  }

  @Test("A value is found in a query that encodes it, and in a URL inside of another")
  func percent() {
    let given = ChainExchange.sent("start", "/start", gives: #"{ "next": "a b/c&d=42" }"#)
    let once = ChainExchange.sent("go", "/go?cursor=a%20b%2Fc%26d%3D42")
    #expect(links(given, once) == [#"0 .next → 1 query cursor "‹›""#])
    let twice = ChainExchange.sent(
      "go", "POST /go", body: #"{ "back": "https://a.test/x?next=a%20b%2Fc%26d%3D42" }"#)
    #expect(links(given, twice) == [#"0 .next → 1 body .back "https://a.test/x?next=‹percent›""#])
  }

  @Test("A form's fields and a text carry values")
  func bodies() {
    let form = ChainExchange.sent(
      "refresh", "POST /refresh", type: "application/x-www-form-urlencoded", body: "grant=x&refresh=\(Self.token)")
    #expect(links(login(), form) == [#"0 .result.token → 1 form refresh "‹›""#])
    let text = ChainExchange.sent("soap", "POST /soap", type: "text/xml", body: "<a><t>\(Self.token)</t></a>")
    #expect(links(login(), text) == [#"0 .result.token → 1 text "<a><t>‹›</t></a>""#])
  }

  @Test("A number of JSON goes into JSON, into a path and into a query")
  func numbers() {
    let created = ChainExchange.sent("order/create", "POST /orders", gives: #"{ "id": 90071992 }"#)
    let next = ChainExchange.sent(
      "order/pay", "POST /orders/90071992/pay?again=90071992", variables: [1: "id"], body: #"{ "order": 90071992 }"#)
    #expect(
      links(created, next) == [
        #"0 .id → 1 path 1 "‹›""#, #"0 .id → 1 query again "‹›""#, #"0 .id → 1 body .order "‹›""#,
      ])
  }

  @Test("A text is no number of JSON")
  func textIsNoNumber() {
    let created = ChainExchange.sent("order/create", "POST /orders", gives: #"{ "id": "90071992" }"#)
    let next = ChainExchange.sent("order/pay", "POST /pay", body: #"{ "order": 90071992 }"#)
    #expect(links(created, next) == [])
  }

  @Test(
    "A short id counts where its name fits",
    arguments: [
      ("/cart/7/items", "", true), ("/items/7", "", false), ("/x?cartId=7", "", true), ("/x?cart=7", "", true),
      ("/x?page=7", "", false), ("/x", #"{ "cart_id": 7 }"#, true), ("/x", #"{ "quantity": 7 }"#, false),
    ])
  func shortIDs(address: String, body: String, isFound: Bool) {
    let created = ChainExchange.sent("cart/create", "POST /cart", gives: #"{ "result": { "id": 7, "total": 0 } }"#)
    let next = ChainExchange.sent("next", "PUT \(address)", variables: [1: "id"], body: body.isEmpty ? nil : body)
    #expect(links(created, next).count == (isFound ? 1 : 0))
  }

  @Test("An element of a list is named by its index")
  func elements() {
    let list = ChainExchange.sent("item/page", "/items", gives: #"{ "result": [{ "id": 3 }, { "id": 17 }] }"#)
    let add = ChainExchange.sent("cart/add", "PUT /cart/9/items", body: #"{ "item": 17, "quantity": 2 }"#)
    #expect(links(list, add) == [#"0 .result[1].id → 1 body .item "‹›""#])
  }

  @Test(
    "What stands everywhere is no link",
    arguments: [
      "true", "GET", "en", "de-CH", "2026-11-24", "2026-11-24T07:00:00Z", "2026", "application/json", "books",
    ])
  func common(value: String) {
    let given = ChainExchange.sent("a", "/a", gives: #"{ "word": "\#(value)" }"#)
    #expect(links(given, .sent("b", "/b?other=\(PercentText.encoded(value))")) == [])
  }

  @Test("Headers of a response give values: an ETag, an id of a request, and the parts of a Location")
  func responseHeaders() {
    let created = ChainExchange.sent(
      "order/create", "POST /orders",
      with: [
        "ETag": "\"7\"", "Location": "/orders/17/lines?cursor=c-90071992", "X-Request-Id": "req-90071992",
        "Date": "Tue, 24 Nov 2026 07:00:00 GMT",
      ])
    let next = ChainExchange.sent(
      "order/line", "/orders/17/lines?cursor=c-90071992", headers: ["If-Match": "\"7\"", "X-Cause": "req-90071992"],
      variables: [1: "id"])
    #expect(
      Set(links(created, next)) == [
        #"0 header location, segment 2 from the end → 1 path 1 "‹›""#,
        #"0 header location, cursor → 1 query cursor "‹›""#, #"0 header etag → 1 header If-Match "‹›""#,
        #"0 header x-request-id → 1 header X-Cause "‹›""#,
      ])
  }

  @Test("What a body gives comes before a header that says the same; cookies that a response sets travel by themselves")
  func bodyFirst() {
    let login = ChainExchange.sent(
      "login", "POST /login", gives: #"{ "session": "s-90071992" }"#,
      with: ["X-Session": "s-90071992", "Set-Cookie": "sid=c-08150815; Path=/"])
    let next = ChainExchange.sent("me", "/me?session=s-90071992", headers: ["X-Copy": "c-08150815"])
    #expect(links(login, next) == [#"0 .session → 1 query session "‹›""#])
  }

  @Test("An id in a body comes before a Location that ends with it", arguments: ["id", "reference", "orderNumber"])
  func bodyBeforeLocation(name: String) {
    let created = ChainExchange.sent(
      "order/create", "POST /orders", gives: #"{ "\#(name)": "o-90071992" }"#, with: ["Location": "/orders/o-90071992"])
    let next = ChainExchange.sent("order/get", "/orders/o-90071992", variables: [1: "id"])
    #expect(links(created, next) == ["0 .\(name) → 1 path 1 \"‹›\""])
  }

  @Test("A cookie that a request says itself carries a value, by its own name")
  func cookies() {
    let login = ChainExchange.sent("login", "POST /login", gives: #"{ "sid": "ab1", "theme": "dark" }"#)
    let next = ChainExchange.sent("me", "/me", headers: ["Cookie": "theme=light; sid=ab1"])
    #expect(links(login, next) == [#"0 .sid → 1 header Cookie "theme=light; sid=‹›""#])
  }

  @Test("Fields of a multipart body carry values, files do not")
  func multipart() {
    let body = [
      "--Xy\r\nContent-Disposition: form-data; name=\"ref\"\r\n\r\nref-90071992\r\n",
      "--Xy\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a.txt\"\r\n\r\nref-90071992\r\n--Xy--\r\n",
    ].joined()
    let start = ChainExchange.sent("start", "/start", gives: #"{ "ref": "ref-90071992" }"#)
    let upload = ChainExchange.sent("up", "POST /up", type: "multipart/form-data; boundary=Xy", body: body)
    #expect(links(start, upload) == [#"0 .ref → 1 part ref "‹›""#])
  }

  @Test("Booleans are no link")
  func booleans() {
    let given = ChainExchange.sent("a", "/a", gives: #"{ "enabled": true }"#)
    #expect(links(given, .sent("b", "POST /b", body: #"{ "enabled": true }"#)) == [])
  }

  @Test("What a request carried before any response gave it is no link, nor its echo")
  func echoes() {
    let echo = ChainExchange.sent("search", "/search?q=hello-world-17", gives: #"{ "q": "hello-world-17" }"#)
    #expect(links(echo, .sent("again", "/again?q=hello-world-17")) == [])
  }

  @Test("The response that gave it counts, not one that repeats it")
  func repeats() {
    let created = ChainExchange.sent("cart/create", "POST /cart", gives: #"{ "id": "cart-90071992" }"#)
    let read = ChainExchange.sent(
      "cart/read", "/cart/cart-90071992", variables: [1: "id"], gives: #"{ "id": "cart-90071992" }"#)
    let pay = ChainExchange.sent("cart/pay", "POST /cart/cart-90071992/pay", variables: [1: "id"])
    #expect(links(created, read, pay) == [#"0 .id → 1 path 1 "‹›""#, #"0 .id → 2 path 1 "‹›""#])
  }

  @Test("The nearest of several responses counts, and in it the name that fits")
  func nearest() {
    let first = ChainExchange.sent("a", "/a", gives: #"{ "x": "value-90071992" }"#)
    let second = ChainExchange.sent(
      "b", "/b", gives: #"{ "deep": { "cursor": "value-90071992" }, "y": "value-90071992" }"#)
    #expect(links(first, second, .sent("c", "/c?cursor=value-90071992")) == [#"1 .deep.cursor → 2 query cursor "‹›""#])
  }

  @Test("A path begins where the result begins")
  func root() {
    var given = login()
    given.root = ValuePath([.key("result")])
    let profile = ChainExchange.sent("profile", "/profile?token=\(Self.token)")
    #expect(links(given, profile) == [#"0 .token → 1 query token "‹›""#])
  }

  @Test("Two values in one text are two links")
  func two() {
    let given = ChainExchange.sent("a", "/a", gives: #"{ "user": "user-4711", "key": "key-08150815" }"#)
    let next = ChainExchange.sent("b", "/b", headers: ["X-Auth": "user-4711;key-08150815"])
    #expect(
      links(given, next) == [
        #"0 .user → 1 header X-Auth "‹›;key-08150815""#, #"0 .key → 1 header X-Auth "user-4711;‹›""#,
      ])
  }

  @Test("What chance may bring is weak, and a long value or a name that fits is strong")
  func strength() {
    let given = ChainExchange.sent("a", "/a", gives: #"{ "price": 1742, "code": "Q-17", "promo": "Q-18" }"#)
    let next = ChainExchange.sent("b", "/b?limit=1742&voucher=Q-17&promo=Q-18")
    #expect(LinkFinder.links(in: [given, next]).map(\.isStrong) == [false, false, true])
  }

  @Test("A response that is cut, or none, gives nothing")
  func damaged() {
    let cut = ChainExchange.sent("a", "/a", gives: #"{ "token": "\#(Self.token)""#)
    #expect(links(cut, .sent("b", "/b?token=\(Self.token)")) == [])
  }

  @Test("Large responses are looked through for all that was carried")
  func large() {
    let items = (0..<2_000).map { #"{ "id": "item-\#($0)-90071992", "name": "Name of \#($0)", "price": \#($0).25 }"# }
    let page = ChainExchange.sent("page", "/items", gives: "[" + items.joined(separator: ",") + "]")
    let reads = [5, 1_999].map { ChainExchange.sent("item", "/items/item-\($0)-90071992", variables: [1: "id"]) }
    #expect(
      LinkFinder.links(in: [page] + reads).map(\.words) == [
        #"0 .[5].id → 1 path 1 "‹›""#, #"0 .[1999].id → 2 path 1 "‹›""#,
      ])
  }
}

extension ChainExchange {
  private static func fields(_ headers: [String: String]) -> HTTPFields {
    HTTPFields(headers.compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } })
  }

  static func sent(
    _ name: String, _ line: String, headers: [String: String] = [:],
    variables: [Int: String] = [:], type: String = "application/json", body: String? = nil, gives response: String = "",
    with responseHeaders: [String: String] = [:]
  ) -> ChainExchange {
    var sent = fields(headers)
    if body != nil { sent[.contentType] = type }
    let words = line.split(separator: " ").map(String.init)
    let (method, address) = words.count > 1 ? (words[0], words[1]) : ("GET", line)
    let request = SentRequest(
      method: method, url: "https://shop.test\(address)", headers: sent, body: body.map { Array($0.utf8) })
    return ChainExchange(
      name, request, variables: variables, response: Array(response.utf8),
      responseHeaders: fields(responseHeaders))
  }
}

extension ChainLink {
  fileprivate var words: String {
    #"\#(source) \#(given) → \#(target) \#(placeWords) "\#(before)‹\#(encodingWords)›\#(after)""#
  }

  private var placeWords: String {
    switch place {
    case .path(let segment): "path \(segment)"
    case .query(let name, _): "query \(name)"
    case .header(let name, _): "header \(name)"
    case .json(let path, _): "body \(path)"
    case .form(let name, _): "form \(name)"
    case .part(let name, _): "part \(name)"
    case .text: "text"
    }
  }

  private var encodingWords: String {
    switch encoding {
    case .plain: ""
    case .percent: "percent"
    case .base64(let before, let after): ["base64", before, after].filter { !$0.isEmpty }.joined(separator: " ")
    }
  }
}
