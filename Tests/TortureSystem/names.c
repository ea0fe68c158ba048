#define _GNU_SOURCE 1

#include "faults.h"
#include "next.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/// A name relative to a folder that is watched is below the root as well.
static bool is_refused_place(int folder, const char *path) {
  return is_below_root(path) || (path && path[0] != '/' && is_watched(folder));
}

static bool wants_change(int flags) { return (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)); }

static bool makes_entry(const char *path, int flags) {
  return (flags & O_TMPFILE) == O_TMPFILE || ((flags & O_CREAT) && access(path, F_OK) != 0);
}

static bool makes_entry_in(int folder, const char *path, int flags) {
  return (flags & O_TMPFILE) == O_TMPFILE || ((flags & O_CREAT) && faccessat(folder, path, F_OK, 0) != 0);
}

static bool refuses_opening(const char *path, int flags) {
  if (!is_below_root(path) || !wants_change(flags)) return false;
  return makes_entry(path, flags) ? refuses_entry() : refuses_change();
}

static mode_t mode_of(int flags, va_list rest) {
  return (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(rest, mode_t) : 0;
}

int open(const char *path, int flags, ...) {
  NEXT(int, open, const char *, int, mode_t);
  va_list rest;
  va_start(rest, flags);
  mode_t mode = mode_of(flags, rest);
  va_end(rest);
  if (refuses_opening(path, flags)) return -1;
  int file = next(path, flags, mode);
  watch(file, path);
  return file;
}

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return open(path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
  NEXT(int, openat, int, const char *, int, mode_t);
  va_list rest;
  va_start(rest, flags);
  mode_t mode = mode_of(flags, rest);
  va_end(rest);
  if (is_refused_place(folder, path) && wants_change(flags)) {
    if (makes_entry_in(folder, path, flags) ? refuses_entry() : refuses_change()) return -1;
  }
  int file = next(folder, path, flags, mode);
  watch(file, is_refused_place(folder, path) ? getenv("TORTURE_ROOT") : path);
  return file;
}

int close(int file) {
  NEXT(int, close, int);
  forget(file);
  return next(file);
}

int mkdir(const char *path, mode_t mode) {
  NEXT(int, mkdir, const char *, mode_t);
  return is_below_root(path) && refuses_entry() ? -1 : next(path, mode);
}

int unlink(const char *path) {
  NEXT(int, unlink, const char *);
  return is_below_root(path) && refuses_change() ? -1 : next(path);
}

int rename(const char *old, const char *new) {
  NEXT(int, rename, const char *, const char *);
  return is_below_root(new) && refuses_change() ? -1 : next(old, new);
}

int mkdirat(int folder, const char *path, mode_t mode) {
  NEXT(int, mkdirat, int, const char *, mode_t);
  return is_refused_place(folder, path) && refuses_entry() ? -1 : next(folder, path, mode);
}

int unlinkat(int folder, const char *path, int flags) {
  NEXT(int, unlinkat, int, const char *, int);
  return is_refused_place(folder, path) && refuses_change() ? -1 : next(folder, path, flags);
}

int renameat(int from, const char *old, int to, const char *new) {
  NEXT(int, renameat, int, const char *, int, const char *);
  return is_refused_place(to, new) && refuses_change() ? -1 : next(from, old, to, new);
}

int link(const char *old, const char *new) {
  NEXT(int, link, const char *, const char *);
  return is_below_root(new) && refuses_entry() ? -1 : next(old, new);
}

int linkat(int from, const char *old, int to, const char *new, int flags) {
  NEXT(int, linkat, int, const char *, int, const char *, int);
  return is_refused_place(to, new) && refuses_entry() ? -1 : next(from, old, to, new, flags);
}
