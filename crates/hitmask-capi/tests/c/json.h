/* A reader for lines of JSON: as much as the committed answers need. Whole numbers below 2^53 are exact. */

#ifndef JSON_H
#define JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT } json_kind;

typedef struct json json;
struct json {
    json_kind kind;
    double number;
    char *text;        /* of a string */
    char *key;         /* of a member of an object */
    json *first, *next; /* members, siblings */
    size_t count;
};

static void json_fail(const char *why, const char *at) {
    fprintf(stderr, "bad JSON: %s at %.40s\n", why, at);
    exit(1);
}

static json *json_value(const char **at);

static char *json_string(const char **at) {
    const char *begin = ++*at, *end = strchr(begin, '"');
    char *text;
    if (!end) json_fail("a string has no end", begin);
    text = malloc((size_t)(end - begin) + 1);
    memcpy(text, begin, (size_t)(end - begin));
    text[end - begin] = 0;
    *at = end + 1;
    return text;
}

static json *json_list(const char **at, json_kind kind, char close) {
    json *list = calloc(1, sizeof *list), **last = &list->first;
    list->kind = kind;
    ++*at;
    while (**at != close) {
        char *key = NULL;
        if (list->count && *(*at)++ != ',') json_fail("no comma", *at - 1);
        if (kind == JSON_OBJECT) {
            key = json_string(at);
            if (*(*at)++ != ':') json_fail("no colon", *at - 1);
        }
        *last = json_value(at);
        (*last)->key = key;
        last = &(*last)->next;
        list->count++;
    }
    ++*at;
    return list;
}

static json *json_value(const char **at) {
    static const char *const words[] = {"null", "false", "true"};
    json *value;
    char *end;
    int word;
    if (**at == '[') return json_list(at, JSON_ARRAY, ']');
    if (**at == '{') return json_list(at, JSON_OBJECT, '}');
    value = calloc(1, sizeof *value);
    if (**at == '"') {
        value->kind = JSON_STRING;
        value->text = json_string(at);
        return value;
    }
    for (word = 0; word < 3; word++) {
        if (!strncmp(*at, words[word], strlen(words[word]))) {
            value->kind = (json_kind)word;
            *at += strlen(words[word]);
            return value;
        }
    }
    value->kind = JSON_NUMBER;
    value->number = strtod(*at, &end);
    if (end == *at) json_fail("no value", *at);
    *at = end;
    return value;
}

static void json_free(json *value) {
    while (value) {
        json *next = value->next;
        json_free(value->first);
        free(value->text);
        free(value->key);
        free(value);
        value = next;
    }
}

/* The member with a name, or NULL. */
static const json *find(const json *object, const char *key) {
    const json *member = object->kind == JSON_OBJECT ? object->first : NULL;
    while (member && strcmp(member->key, key)) member = member->next;
    return member;
}

/* The member with a name, which must be there. */
static const json *get(const json *object, const char *key) {
    const json *member = find(object, key);
    if (!member) json_fail("a member is missing", key);
    return member;
}

/* An item of a list. */
static const json *item(const json *list, size_t number) {
    const json *at = list->first;
    while (at && number--) at = at->next;
    if (!at) json_fail("an item is missing", list->key ? list->key : "");
    return at;
}

static int64_t whole(const json *value) { return (int64_t)value->number; }
static bool truth(const json *value) { return value->kind == JSON_TRUE; }
static bool is(const json *value, const char *text) { return value->kind == JSON_STRING && !strcmp(value->text, text); }

#endif
