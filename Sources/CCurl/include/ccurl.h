#ifndef CCURL_H
#define CCURL_H
// libcurl's setters and getters are variadic, which Swift does not import: one typed inline for each kind of value.
#include <curl/curl.h>
#endif
