/* Refuses the nth call that a process makes to the disk below a folder: preloaded by tests.trials.log_faults. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#define MOST 100000
#define HANDLES 4096

static char below[4096], kinds[16], called[MOST + 1], ours[HANDLES];
static long nth, count, refused;
static int error_given, onward, armed;

/* Begin to count below `folder`; the nth call of one of `which` kinds fails, with `on` all of them from there. */
void trial_arm(const char *folder, long number, int error, int on, const char *which)
{
    strncpy(below, folder, sizeof below - 1);
    strncpy(kinds, which, sizeof kinds - 1);
    nth = number, error_given = error, onward = on;
    count = refused = 0;
    memset(called, 0, sizeof called);
    armed = 1;
}

const char *trial_disarm(void)
{
    armed = 0;
    return called;
}

long trial_refused(void) { return refused; }

static int is_below(const char *path) { return *below && path && !strncmp(path, below, strlen(below)); }

static int is_ours(int handle) { return handle >= 0 && handle < HANDLES && ours[handle]; }

static int due(char kind, int applies)
{
    if (!armed || !applies || count >= MOST)
        return 0;
    called[count++] = kind;
    if (!nth || !(count == nth || (onward && count > nth)) || !strchr(kinds, kind))
        return 0;
    refused++;
    return 1;
}

#define REAL(name) static __typeof__(&name) real; if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)
#define REFUSE(kind, applies, result) \
    if (due(kind, applies) && error_given > 0) { errno = error_given; return result; }

#define OPENING(name) \
    int name(const char *path, int flags, ...) \
    { \
        REAL(name); \
        va_list more; \
        va_start(more, flags); \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0; \
        va_end(more); \
        int folder = flags & O_DIRECTORY; \
        char kind = (flags & (O_WRONLY | O_RDWR | O_CREAT)) && !folder ? 'c' : 'o'; \
        REFUSE(kind, is_below(path), -1) \
        int handle = real(path, flags, mode); \
        if (handle >= 0 && handle < HANDLES) ours[handle] = is_below(path); \
        return handle; \
    }
OPENING(open)
OPENING(open64)

int close(int handle)
{
    REAL(close);
    if (handle >= 0 && handle < HANDLES) ours[handle] = 0;
    return real(handle);
}

/* An error below 0 means that only the first half is written. */
#define WRITING(name, parameters, arguments) \
    ssize_t name parameters \
    { \
        REAL(name); \
        if (due('w', is_ours(handle))) { \
            if (error_given > 0) { errno = error_given; return -1; } \
            if (size > 1) size /= 2; \
        } \
        return real arguments; \
    }
WRITING(write, (int handle, const void *data, size_t size), (handle, data, size))
WRITING(pwrite, (int handle, const void *data, size_t size, off_t at), (handle, data, size, at))
WRITING(pwrite64, (int handle, const void *data, size_t size, off64_t at), (handle, data, size, at))

#define CALL(type, name, kind, applies, parameters, arguments) \
    type name parameters { REAL(name); REFUSE(kind, applies, -1) return real arguments; }
CALL(ssize_t, read, 'r', is_ours(handle), (int handle, void *data, size_t size), (handle, data, size))
CALL(ssize_t, pread, 'r', is_ours(handle), (int handle, void *data, size_t size, off_t at), (handle, data, size, at))
CALL(ssize_t, pread64, 'r', is_ours(handle), (int handle, void *data, size_t size, off64_t at),
     (handle, data, size, at))
CALL(int, fsync, 's', is_ours(handle), (int handle), (handle))
CALL(int, fdatasync, 's', is_ours(handle), (int handle), (handle))
CALL(int, ftruncate, 't', is_ours(handle), (int handle, off_t size), (handle, size))
CALL(int, ftruncate64, 't', is_ours(handle), (int handle, off64_t size), (handle, size))
CALL(int, unlink, 'u', is_below(path), (const char *path), (path))
CALL(int, rmdir, 'u', is_below(path), (const char *path), (path))
CALL(int, mkdir, 'm', is_below(path), (const char *path, mode_t mode), (path, mode))
CALL(int, rename, 'm', is_below(path), (const char *path, const char *to), (path, to))
CALL(int, stat, 'i', is_below(path), (const char *path, struct stat *found), (path, found))
CALL(int, stat64, 'i', is_below(path), (const char *path, struct stat64 *found), (path, found))
CALL(int, lstat, 'i', is_below(path), (const char *path, struct stat *found), (path, found))
CALL(int, lstat64, 'i', is_below(path), (const char *path, struct stat64 *found), (path, found))
CALL(int, fstat, 'i', is_ours(handle), (int handle, struct stat *found), (handle, found))
CALL(int, fstat64, 'i', is_ours(handle), (int handle, struct stat64 *found), (handle, found))
