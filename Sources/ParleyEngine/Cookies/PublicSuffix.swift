/// Domains below which strangers live side by side, so that no cookie may be for all of them.
///
/// Not the whole [list](https://publicsuffix.org), which changes weekly and is 300 KB long, but its kinds: single labels,
/// the usual second levels of countries, and the large hosters. A cookie that is refused here is one that a server set for
/// more hosts than its own; a server that names its own host keeps it for that host.
enum PublicSuffix {
  private static let secondLevels: Set<Substring> = [
    "ac", "co", "com", "edu", "gen", "go", "gob", "gouv", "gov", "govt", "gv", "id", "info", "ltd", "me", "mil", "ne",
    "net", "nhs", "nom", "or", "org", "plc", "police", "sch", "school", "web",
  ]

  private static let hosters: Set<String> = [
    "amazonaws.com", "appspot.com", "azurewebsites.net", "blogspot.com", "cloudapp.net", "cloudfront.net",
    "duckdns.org",
    "elasticbeanstalk.com", "firebaseapp.com", "fly.dev", "github.io", "gitlab.io", "herokuapp.com", "netlify.app",
    "ngrok-free.app", "ngrok.app", "ngrok.io", "onrender.com", "pages.dev", "r2.dev", "railway.app", "run.app",
    "trycloudflare.com", "vercel.app", "web.app", "windows.net", "workers.dev",
  ]

  static func covers(_ domain: String) -> Bool {
    let labels = domain.split(separator: ".")
    guard labels.count > 1 else { return true }
    if labels.count == 2, labels[1].utf8.count == 2, secondLevels.contains(labels[0]) { return true }
    return hosters.contains(domain)
  }
}
