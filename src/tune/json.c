#include "tune/json.h"

#include <string.h>

typedef struct reader {
    const char *text, *end, *at;
    nf_status (*take)(void *user, const nf_json_member *member, nf_sentence *error);
    void *user;
    nf_sentence *error;
    nf_json_member member;
} reader;

static nf_status damaged(reader *r, const char *wanted) {
    return nf_fail(r->error, NF_ERROR_ARGUMENT, "%s expected at byte %zu", wanted, (size_t)(r->at - r->text));
}

/* The next character behind blanks; 0 at the end (a zero byte in the text is no character of JSON either). */
static char peek(reader *r) {
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\n' || *r->at == '\r' || *r->at == '\t')) r->at++;
    return r->at < r->end ? *r->at : 0;
}

static nf_status expect(reader *r, char c, const char *name) {
    if (peek(r) != c) return damaged(r, name);
    r->at++;
    return NF_OK;
}

/* Four hexadecimal digits, or -1. */
static long hex4(reader *r) {
    long value = 0;
    if (r->end - r->at < 4) return -1;
    for (int k = 0; k < 4; k++) {
        static const char digits[] = "0123456789abcdefABCDEF";
        const char *digit = r->at[k] ? strchr(digits, r->at[k]) : NULL;
        if (!digit) return -1;
        const long place = (long)(digit - digits);
        value = value * 16 + (place < 16 ? place : place - 6);
    }
    r->at += 4;
    return value;
}

static size_t utf8(long code, char *out) {
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (char)(0xc0 | code >> 6);
        out[1] = (char)(0x80 | (code & 63));
        return 2;
    }
    out[0] = (char)(0xe0 | code >> 12);
    out[1] = (char)(0x80 | (code >> 6 & 63));
    out[2] = (char)(0x80 | (code & 63));
    return 3;
}

/* What stands behind a backslash, into at most 3 bytes; 0 for what JSON does not know.  Halves of pairs of
   surrogates and the zero character, which no name holds, are refused. */
static size_t escaped(reader *r, char *out) {
    static const char names[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    if (r->at == r->end || !*r->at) return 0;
    const char c = *r->at++;
    if (c == 'u') {
        const long code = hex4(r);
        return code <= 0 || (code >= 0xd800 && code < 0xe000) ? 0 : utf8(code, out);
    }
    const char *name = strchr(names, c);
    if (!name) return 0;
    *out = meant[name - names];
    return 1;
}

static nf_status read_string(reader *r, char out[NF_JSON_TEXT]) {
    nf_status status = NF_OK;
    size_t length = 0;
    NF_TRY(expect(r, '"', "a string"));
    while (r->at < r->end && *r->at != '"') {
        if (length + 4 > NF_JSON_TEXT) return damaged(r, "the end of a string that is too long");
        if ((unsigned char)*r->at < 0x20) return damaged(r, "a character of a string");
        if (*r->at != '\\') {
            out[length++] = *r->at++;
            continue;
        }
        r->at++;
        const size_t more = escaped(r, out + length);
        if (more == 0) return damaged(r, "an escape of JSON");
        length += more;
    }
    out[length] = 0;
    NF_TRY(expect(r, '"', "the end of a string"));
done:
    return status;
}

static int is_digit(const reader *r) { return r->at < r->end && *r->at >= '0' && *r->at <= '9'; }

/* A whole number of at most 15 digits. */
static nf_status read_number(reader *r) {
    const int negative = *r->at == '-';
    int64_t value = 0;
    r->at += negative;
    if (!is_digit(r)) return damaged(r, "a digit");
    const int zero = *r->at == '0';
    int digits = 0;
    for (; is_digit(r); r->at++, digits++) {
        if (digits == 15 || (zero && digits == 1)) return damaged(r, "a shorter number");
        value = value * 10 + (*r->at - '0');
    }
    if (r->at < r->end && (*r->at == '.' || *r->at == 'e' || *r->at == 'E'))
        return damaged(r, "a whole number");
    r->member.kind = NF_JSON_NUMBER;
    r->member.number = negative ? -value : value;
    return NF_OK;
}

static int take_word(reader *r, const char *word) {
    const size_t length = strlen(word);
    if ((size_t)(r->end - r->at) < length || memcmp(r->at, word, length) != 0) return 0;
    r->at += length;
    return 1;
}

static nf_status read_scalar(reader *r) {
    nf_json_member *m = &r->member;
    const char c = peek(r);
    m->text[0] = 0;
    m->number = 0;
    if (c == '"') {
        m->kind = NF_JSON_STRING;
        return read_string(r, m->text);
    }
    if (c == '-' || (c >= '0' && c <= '9')) return read_number(r);
    m->kind = NF_JSON_BOOLEAN;
    if (take_word(r, "true")) m->number = 1;
    else if (!take_word(r, "false")) return damaged(r, "a string, a whole number, true or false");
    return NF_OK;
}

static nf_status read_section(reader *r, char name[NF_JSON_TEXT]);

/* The members of an object, the outer one or a section's. */
static nf_status read_members(reader *r, int outer) {
    nf_status status = NF_OK;
    NF_TRY(expect(r, '{', "an object"));
    if (peek(r) != '}') do {
            NF_TRY(read_string(r, r->member.key));
            NF_TRY(expect(r, ':', "a colon"));
            if (outer && peek(r) == '{') {
                NF_TRY(read_section(r, r->member.key));
                continue;
            }
            NF_TRY(read_scalar(r));
            NF_TRY(r->take(r->user, &r->member, r->error));
        } while (peek(r) == ',' && r->at++);
    NF_TRY(expect(r, '}', "a comma or the end of an object"));
done:
    return status;
}

static nf_status read_section(reader *r, char name[NF_JSON_TEXT]) {
    memcpy(r->member.section, name, NF_JSON_TEXT);
    const nf_status status = read_members(r, 0);
    r->member.section[0] = 0;
    return status;
}

nf_status nf_json_read(const char *text, size_t size,
                       nf_status (*take)(void *user, const nf_json_member *member, nf_sentence *error),
                       void *user, nf_sentence *error) {
    reader r = {.text = text, .end = text + size, .at = text, .take = take, .user = user, .error = error};
    nf_status status = NF_OK;
    NF_TRY(read_members(&r, 1));
    if (peek(&r) || r.at != r.end) status = damaged(&r, "the end");
done:
    return status;
}
