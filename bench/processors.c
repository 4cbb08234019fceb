/* Preloaded, it makes a process see as many processors as PRETENDED_PROCESSORS says. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int pretended(void) {
    const char *number = getenv("PRETENDED_PROCESSORS");
    return number ? atoi(number) : 1;
}

int get_nprocs(void) { return pretended(); }

int get_nprocs_conf(void) { return pretended(); }

long sysconf(int name) {
    static long (*real)(int);
    if (name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF)
        return pretended();
    if (!real)
        real = (long (*)(int))dlsym(RTLD_NEXT, "sysconf");
    return real(name);
}

int sched_getaffinity(pid_t process, size_t size, cpu_set_t *set) {
    (void)process;
    memset(set, 0, size);
    for (int i = 0; i < pretended() && i < (int)(8 * size); i++)
        CPU_SET_S(i, size, set);
    return 0;
}
