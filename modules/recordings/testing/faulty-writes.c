/*
 * Simulates disk faults for tests. Preload it to make the nth write (FAULT_AT) to a file whose path contains FAULT_FILE
 * fail with FAULT_ERRNO, and later ones too if FAULT_STAYS is set. FAULT_SILENT drops the bytes without an error instead.
 * The number of writes is kept in the file FAULT_COUNTED.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int count;

static int is_faulty(int fd) {
  char link[64], path[4096];
  const char *file = getenv("FAULT_FILE");
  if (!file) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  if (!strstr(path, file)) return 0;
  int at = atoi(getenv("FAULT_AT"));
  count += 1;
  FILE *counted = fopen(getenv("FAULT_COUNTED"), "w");
  if (counted) {
    fprintf(counted, "%d", count);
    fclose(counted);
  }
  return count == at || (count > at && getenv("FAULT_STAYS"));
}

ssize_t write(int fd, const void *bytes, size_t size) {
  static ssize_t (*real)(int, const void *, size_t);
  if (!real) real = dlsym(RTLD_NEXT, "write");
  if (!is_faulty(fd)) return real(fd, bytes, size);
  if (getenv("FAULT_SILENT")) return lseek(fd, size, SEEK_CUR) < 0 ? -1 : (ssize_t)size;
  errno = atoi(getenv("FAULT_ERRNO"));
  return -1;
}
