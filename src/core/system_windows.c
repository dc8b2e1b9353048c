/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The operating system: Windows. */
#define WIN32_LEAN_AND_MEAN
#define UNICODE
#include "core/system.h"

#include <windows.h>

#include <aclapi.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <sddl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

uint64_t nf_system_memory(void) {
    MEMORYSTATUSEX state = {.dwLength = sizeof state};
    return GlobalMemoryStatusEx(&state) ? state.ullTotalPhys : SIZE_MAX / 2;
}

double nf_system_clock(void) {
    LARGE_INTEGER ticks, a_second;
    if (!QueryPerformanceCounter(&ticks) || !QueryPerformanceFrequency(&a_second)) return 0;
    return (double)ticks.QuadPart * 1e3 / (double)a_second.QuadPart;
}

/* ---- text and errors ---------------------------------------------------------------------------------- */

/* Converts UTF-8 to UTF-16; 0 if the text is not UTF-8 or too long. */
static int widen(const char *text, wchar_t wide[NF_PATH_MOST]) {
    if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, wide, NF_PATH_MOST) > 0) return 1;
    errno = GetLastError() == ERROR_INSUFFICIENT_BUFFER ? ENAMETOOLONG : EINVAL;
    return 0;
}

/* Converts UTF-16 to UTF-8; returns the length, or 0 as above. */
static size_t narrow(const wchar_t *wide, char *text, size_t room) {
    const int n = WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, (int)room, NULL, NULL);
    return n > 0 ? (size_t)n - 1 : 0;
}

/* Translates the error of the last call to errno; returns `holds`. */
static int said(int holds) {
    static const struct {
        DWORD code;
        int number;
    } reasons[] = {{ERROR_ACCESS_DENIED, EACCES},
                   {ERROR_SHARING_VIOLATION, EACCES},
                   {ERROR_WRITE_PROTECT, EACCES},
                   {ERROR_FILE_NOT_FOUND, ENOENT},
                   {ERROR_PATH_NOT_FOUND, ENOENT},
                   {ERROR_INVALID_NAME, ENOENT},
                   {ERROR_FILE_EXISTS, EEXIST},
                   {ERROR_ALREADY_EXISTS, EEXIST},
                   {ERROR_DISK_FULL, ENOSPC},
                   {ERROR_HANDLE_DISK_FULL, ENOSPC},
                   {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG}};
    if (holds) return 1;
    const DWORD code = GetLastError();
    errno = EIO;
    for (size_t k = 0; k < sizeof reasons / sizeof *reasons; k++)
        if (reasons[k].code == code) errno = reasons[k].number;
    return 0;
}

/* ---- places ------------------------------------------------------------------------------------------- */

size_t nf_system_variable(const char *name, char *text, size_t room) {
    wchar_t wide_name[NF_PATH_MOST], wide[NF_PATH_MOST];
    if (!widen(name, wide_name)) return 0;
    const DWORD n = GetEnvironmentVariableW(wide_name, wide, NF_PATH_MOST);
    if (n >= NF_PATH_MOST) return n > room ? n : room; /* too long for any path */
    if (n == 0) return 0;
    const int bytes = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
    if (bytes <= 0) return 0;
    if ((size_t)bytes <= room) narrow(wide, text, room);
    return (size_t)bytes - 1;
}

size_t nf_system_trusted_variable(const char *name, char *text, size_t room) {
    return nf_system_variable(name, text, room); /* no program has more rights than who starts it */
}

size_t nf_system_folder(nf_folder folder, char path[NF_PATH_MOST]) {
    static const char *const below[] = {
        [NF_FOLDER_CACHE] = "\\nearfield\\cache", [NF_FOLDER_CONFIG] = "\\nearfield\\config"};
    const size_t n = nf_system_variable("LOCALAPPDATA", path, NF_PATH_MOST), more = strlen(below[folder]);
    if (n == 0 || n + more >= NF_PATH_MOST) return 0;
    memcpy(path + n, below[folder], more + 1);
    return n + more;
}

int nf_system_is_separator(char letter) { return letter == '/' || letter == '\\'; }

/* ---- owners and access rights ------------------------------------------------------------------------- */

typedef struct identity {
    TOKEN_USER token; /* its SID points into `rest` */
    char rest[SECURITY_MAX_SID_SIZE];
} identity;

static int who_am_i(identity *me) {
    HANDLE token = NULL;
    DWORD size = 0;
    if (!OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &token)) return 0;
    const int known = GetTokenInformation(token, TokenUser, me, sizeof *me, &size) != 0;
    CloseHandle(token);
    return known;
}

/* Trusted are this user, the system, and the administrators, who have all rights anyway. */
static int is_trusted(PSID who, const identity *me) {
    return EqualSid(who, me->token.User.Sid) || IsWellKnownSid(who, WinLocalSystemSid) ||
           IsWellKnownSid(who, WinBuiltinAdministratorsSid) || IsWellKnownSid(who, WinCreatorOwnerRightsSid);
}

/* 1 if its owner, and everyone with one of these rights to it, is trusted. */
static int is_private(HANDLE handle, ACCESS_MASK rights) {
    identity me;
    PSID owner = NULL;
    PACL list = NULL;
    PSECURITY_DESCRIPTOR facts = NULL;
    if (!who_am_i(&me) ||
        GetSecurityInfo(handle, SE_FILE_OBJECT, OWNER_SECURITY_INFORMATION | DACL_SECURITY_INFORMATION,
                        &owner, NULL, &list, NULL, &facts) != ERROR_SUCCESS)
        return 0;
    int good = owner && list && is_trusted(owner, &me); /* without a list everyone has all rights */
    for (DWORD k = 0; good && k < list->AceCount; k++) {
        void *entry = NULL;
        good = GetAce(list, k, &entry) != 0;
        const ACCESS_ALLOWED_ACE *allowed = entry; /* all kinds of entries have the same first fields */
        if (!good || allowed->Header.AceType == ACCESS_DENIED_ACE_TYPE ||
            (allowed->Header.AceFlags & INHERIT_ONLY_ACE))
            continue;
        DWORD *sid = &((ACCESS_ALLOWED_ACE *)entry)->SidStart;
        good = allowed->Header.AceType == ACCESS_ALLOWED_ACE_TYPE &&
               (!(allowed->Mask & rights) || is_trusted(sid, &me));
    }
    LocalFree(facts);
    return good;
}

enum {
    MAY_WRITE = FILE_WRITE_DATA | FILE_APPEND_DATA | FILE_WRITE_EA | FILE_WRITE_ATTRIBUTES |
                FILE_DELETE_CHILD | DELETE | WRITE_DAC | WRITE_OWNER |
                (int)0x50000000 /* generic all, write */
};

/* ---- folders ------------------------------------------------------------------------------------------ */

/* All rights for the user, the system and the administrators, inherited by the contents of the folder. */
static PSECURITY_DESCRIPTOR for_the_user_alone(void) {
    static const wchar_t format[] = L"D:P(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;FA;;;";
    wchar_t text[sizeof format / sizeof *format + 200], *sid = NULL;
    PSECURITY_DESCRIPTOR facts = NULL;
    identity me;
    if (!who_am_i(&me) || !ConvertSidToStringSidW(me.token.User.Sid, &sid)) return NULL;
    if (wcslen(sid) < 190) {
        wcscpy(text, format);
        wcscat(text, sid);
        wcscat(text, L")");
        if (!ConvertStringSecurityDescriptorToSecurityDescriptorW(text, SDDL_REVISION_1, &facts, NULL))
            facts = NULL;
    }
    LocalFree(sid);
    return facts;
}

int nf_system_make_folder(const char *path) {
    wchar_t wide[NF_PATH_MOST];
    if (!widen(path, wide)) return 0;
    const DWORD is = GetFileAttributesW(wide);
    if (is != INVALID_FILE_ATTRIBUTES)
        return 1; /* also for a drive, for which CreateDirectory reports another error */
    SECURITY_ATTRIBUTES alone = {sizeof alone, for_the_user_alone(), FALSE};
    const int made = said(CreateDirectoryW(wide, &alone) || GetLastError() == ERROR_ALREADY_EXISTS);
    LocalFree(alone.lpSecurityDescriptor);
    return made;
}

/* Opens a file or folder, and the link itself if it is one. */
static HANDLE open_to_ask(const wchar_t *wide, DWORD rights, BY_HANDLE_FILE_INFORMATION *facts) {
    HANDLE handle =
        CreateFileW(wide, rights, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING,
                    FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT, NULL);
    if (handle == INVALID_HANDLE_VALUE) return handle;
    if (GetFileInformationByHandle(handle, facts) &&
        !(facts->dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT))
        return handle;
    CloseHandle(handle);
    SetLastError(ERROR_ACCESS_DENIED);
    return INVALID_HANDLE_VALUE;
}

int nf_system_folder_is_private(const char *path) {
    wchar_t wide[NF_PATH_MOST];
    BY_HANDLE_FILE_INFORMATION facts;
    if (!widen(path, wide)) return 0;
    HANDLE handle = open_to_ask(wide, READ_CONTROL, &facts);
    if (handle == INVALID_HANDLE_VALUE) return 0;
    const int good = (facts.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) && is_private(handle, MAY_WRITE);
    CloseHandle(handle);
    return good;
}

/* ---- files -------------------------------------------------------------------------------------------- */

/* Converts a handle to a file descriptor, which then owns the handle. */
static int number_of(HANDLE handle, int flags) {
    const int file = _open_osfhandle((intptr_t)handle, flags);
    if (file < 0) CloseHandle(handle);
    return file;
}

int nf_system_open(const char *path, uint64_t *size) {
    wchar_t wide[NF_PATH_MOST];
    BY_HANDLE_FILE_INFORMATION facts;
    if (!widen(path, wide)) return -1;
    HANDLE handle = open_to_ask(wide, GENERIC_READ, &facts);
    if (handle == INVALID_HANDLE_VALUE) {
        (void)said(0);
        return errno == ENOENT ? -1 : -2;
    }
    if ((facts.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) || !is_private(handle, MAY_WRITE)) {
        CloseHandle(handle);
        return -2;
    }
    *size = (uint64_t)facts.nFileSizeHigh << 32 | facts.nFileSizeLow;
    const int file = number_of(handle, _O_RDONLY | _O_BINARY);
    return file < 0 ? -2 : file;
}

int nf_system_create(const char *path, char made[NF_PATH_MOST]) {
    static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    wchar_t wide[NF_PATH_MOST];
    size_t folder = strlen(path);
    LARGE_INTEGER ticks = {.QuadPart = 0};
    while (folder && !nf_system_is_separator(path[folder - 1])) folder--;
    if (folder + sizeof "new-XXXXXXXX" > NF_PATH_MOST) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(made, path, folder);
    memcpy(made + folder, "new-XXXXXXXX", sizeof "new-XXXXXXXX");
    for (uint64_t attempt = 0; attempt < 1000; attempt++) {
        QueryPerformanceCounter(&ticks);
        uint64_t number = ((uint64_t)ticks.QuadPart + attempt * 7919) * 0x9e3779b97f4a7c15u ^
                          (uint64_t)GetCurrentProcessId() * 0xbf58476d1ce4e5b9u;
        for (size_t k = 0; k < 8; k++, number /= 36) made[folder + 4 + k] = digits[number % 36];
        if (!widen(made, wide)) return -1;
        PSECURITY_DESCRIPTOR alone = for_the_user_alone();
        SECURITY_ATTRIBUTES attributes = {sizeof attributes, alone, FALSE};
        HANDLE handle = CreateFileW(wide, GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_DELETE, &attributes,
                                    CREATE_NEW, FILE_ATTRIBUTE_NORMAL, NULL);
        const int good = said(handle != INVALID_HANDLE_VALUE);
        LocalFree(alone);
        if (good) return number_of(handle, _O_WRONLY | _O_BINARY);
        if (errno != EEXIST) return -1;
    }
    return -1;
}

int nf_system_read(int file, void *data, size_t size) {
    for (size_t got = 0; got < size;) {
        const size_t rest = size - got;
        const int n = _read(file, (char *)data + got, rest < 1 << 30 ? (unsigned)rest : 1u << 30);
        if (n <= 0) return 0;
        got += (size_t)n;
    }
    return 1;
}

int nf_system_write(int file, const void *data, size_t size) {
    for (size_t put = 0; put < size;) {
        const size_t rest = size - put;
        const int n = _write(file, (const char *)data + put, rest < 1 << 30 ? (unsigned)rest : 1u << 30);
        if (n <= 0) return 0;
        put += (size_t)n;
    }
    return 1;
}

int nf_system_close(int file) { return _close(file) == 0; }

int nf_system_rename(const char *from, const char *to) {
    wchar_t old_name[NF_PATH_MOST], new_name[NF_PATH_MOST];
    return widen(from, old_name) && widen(to, new_name) &&
           said(MoveFileExW(old_name, new_name, MOVEFILE_REPLACE_EXISTING) != 0);
}

void nf_system_remove(const char *path) {
    wchar_t wide[NF_PATH_MOST];
    if (widen(path, wide)) (void)DeleteFileW(wide);
}

/* ---- memory: large pages need a privilege that users do not have --------------------------------------- */

void *nf_system_large_pages(size_t bytes) {
    (void)bytes;
    return NULL;
}

void nf_system_free_pages(void *memory) { (void)memory; }

/* ---- libraries ---------------------------------------------------------------------------------------- */

void *nf_system_open_library(const char *name, char *why, size_t room) {
    wchar_t wide[NF_PATH_MOST];
    const int is_name = widen(name, wide);
    HMODULE library = is_name ? LoadLibraryW(wide) : NULL;
    if (why && !library)
        snprintf(why, room, "%s: error %lu", name, is_name ? GetLastError() : (DWORD)ERROR_INVALID_NAME);
    return library;
}

void nf_system_close_library(void *library) { (void)FreeLibrary(library); }

void (*nf_system_symbol(void *library, const char *name))(void) {
    return (void (*)(void))GetProcAddress(library, name);
}

/* ---- threads ------------------------------------------------------------------------------------------ */

static SRWLOCK lock = SRWLOCK_INIT;

void nf_system_lock(void) { AcquireSRWLockExclusive(&lock); }

void nf_system_unlock(void) { ReleaseSRWLockExclusive(&lock); }

unsigned nf_system_processors(void) {
    const DWORD count = GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
    return count ? (unsigned)count : 1;
}

uint64_t nf_system_process(void) { return 0; }

static DWORD WINAPI begin(void *started) {
    const nf_thread *thread = started;
    thread->run(thread->user);
    return 0;
}

int nf_thread_start(nf_thread *thread, void (*run)(void *user), void *user) {
    thread->run = run;
    thread->user = user;
    thread->handle = (uintptr_t)CreateThread(NULL, NF_THREAD_STACK, begin, thread,
                                             STACK_SIZE_PARAM_IS_A_RESERVATION, NULL);
    return thread->handle != 0;
}

void nf_thread_join(nf_thread *thread) {
    (void)WaitForSingleObject((HANDLE)thread->handle, INFINITE);
    (void)CloseHandle((HANDLE)thread->handle);
}

struct nf_monitor {
    SRWLOCK lock;
    CONDITION_VARIABLE conditions[2];
};
const size_t nf_monitor_size = sizeof(nf_monitor);

void nf_monitor_open(nf_monitor *monitor) {
    InitializeSRWLock(&monitor->lock);
    for (int k = 0; k < 2; k++) InitializeConditionVariable(&monitor->conditions[k]);
}

void nf_monitor_close(nf_monitor *monitor) { (void)monitor; }

void nf_monitor_lock(nf_monitor *monitor) { AcquireSRWLockExclusive(&monitor->lock); }

void nf_monitor_unlock(nf_monitor *monitor) { ReleaseSRWLockExclusive(&monitor->lock); }

void nf_monitor_wait(nf_monitor *monitor, unsigned condition) {
    (void)SleepConditionVariableSRW(&monitor->conditions[condition], &monitor->lock, INFINITE, 0);
}

void nf_monitor_wake(nf_monitor *monitor, unsigned condition) {
    WakeAllConditionVariable(&monitor->conditions[condition]);
}

void nf_monitor_wake_one(nf_monitor *monitor, unsigned condition) {
    WakeConditionVariable(&monitor->conditions[condition]);
}
