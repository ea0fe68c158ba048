#define _GNU_SOURCE 1

#include "faults.h"
#include "next.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

ssize_t write(int file, const void *bytes, size_t count) {
  NEXT(ssize_t, write, int, const void *, size_t);
  ssize_t room = is_watched(file) ? room_for(count) : (ssize_t)count;
  return room < 0 ? -1 : next(file, bytes, (size_t)room);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
  NEXT(ssize_t, pwrite, int, const void *, size_t, off_t);
  ssize_t room = is_watched(file) ? room_for(count) : (ssize_t)count;
  return room < 0 ? -1 : next(file, bytes, (size_t)room, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) { return pwrite(file, bytes, count, offset); }

/// Only as a whole: who gathers writes does so to keep them together.
ssize_t writev(int file, const struct iovec *pieces, int count) {
  NEXT(ssize_t, writev, int, const struct iovec *, int);
  size_t bytes = 0;
  for (int i = 0; i < count; i++) bytes += pieces[i].iov_len;
  if (is_watched(file) && room_for(bytes) < (ssize_t)bytes) {
    errno = ENOSPC;
    return -1;
  }
  return next(file, pieces, count);
}

static int make_room(int file, off_t end) {
  struct stat status;
  if (!is_watched(file)) return 0;
  if (refuses_change()) return -1;
  if (fstat(file, &status) != 0 || end <= status.st_size) return 0;
  ssize_t wanted = end - status.st_size;
  if (room_for((size_t)wanted) == wanted) return 0;
  errno = ENOSPC;
  return -1;
}

int ftruncate(int file, off_t length) {
  NEXT(int, ftruncate, int, off_t);
  return make_room(file, length) < 0 ? -1 : next(file, length);
}

int ftruncate64(int file, off64_t length) { return ftruncate(file, length); }

int posix_fallocate(int file, off_t offset, off_t length) {
  NEXT(int, posix_fallocate, int, off_t, off_t);
  return make_room(file, offset + length) < 0 ? errno : next(file, offset, length);
}

int posix_fallocate64(int file, off64_t offset, off64_t length) { return posix_fallocate(file, offset, length); }

int fsync(int file) {
  NEXT(int, fsync, int);
  return is_watched(file) && refuses_sync() ? -1 : next(file);
}

int fdatasync(int file) {
  NEXT(int, fdatasync, int);
  return is_watched(file) && refuses_sync() ? -1 : next(file);
}
