// Where standard error goes while the screen is up. Everything here but the beginning is async-signal-safe: a crash ends it.
#define _GNU_SOURCE 1

#include "cterminal.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

static int log_file = -1;
static off_t log_start;
/// The previous target of standard error while it is diverted; otherwise -1.
static int original = -1;

int ct_memory_file(void) { return memfd_create("errors", MFD_CLOEXEC); }

bool ct_divert_errors(int file) {
  log_file = file;
  log_start = lseek(file, 0, SEEK_END);
  ct_resume_errors();
  return original >= 0;
}

void ct_resume_errors(void) {
  if (log_file < 0 || original >= 0) return;
  original = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (original >= 0) dup2(log_file, STDERR_FILENO);
}

void ct_pause_errors(void) {
  if (original < 0) return;
  dup2(original, STDERR_FILENO);
  close(original);
  original = -1;
}

static bool is_control(unsigned char byte) { return (byte < 0x20 && byte != '\n') || byte == 0x7F; }

/// C1 controls are two bytes in UTF-8.
static bool is_wide_control(const unsigned char *bytes) { return bytes[0] == 0xC2 && bytes[1] >= 0x80 && bytes[1] < 0xA0; }

static void make_harmless(unsigned char *bytes, ssize_t count) {
  for (ssize_t i = 0; i < count; i++) {
    if (is_control(bytes[i])) bytes[i] = '?';
    if (i + 1 < count && is_wide_control(bytes + i)) bytes[i] = bytes[i + 1] = '?';
  }
}

/// The last lines, whole ones if the text is longer than what is shown.
static void show_tail(void) {
  static unsigned char bytes[4096];
  off_t end = lseek(log_file, 0, SEEK_END);
  off_t from = end - (off_t)sizeof bytes > log_start ? end - (off_t)sizeof bytes : log_start;
  ssize_t count = pread(log_file, bytes, sizeof bytes, from);
  ssize_t first = 0;
  if (from > log_start) {
    while (first < count && bytes[first] != '\n') first++;
    first = first < count ? first + 1 : 0;
  }
  if (count <= first) return;
  make_harmless(bytes + first, count - first);
  if (write(STDERR_FILENO, bytes + first, (size_t)(count - first)) < 0) return;
}

void ct_end_errors(void) {
  if (log_file < 0) return;
  ct_pause_errors();
  show_tail();
  log_file = -1;
}
