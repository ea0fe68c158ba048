// What a C program with libcurl takes to start: the reference of `parley --version`.
#include <curl/curl.h>
#include <stdio.h>

int main(void) {
  puts(curl_version());
  return 0;
}
