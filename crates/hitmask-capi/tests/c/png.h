/* A reader of PNG files for the tests: 8-bit grey, RGB and RGBA, and palettes of up to 8 bits; not interlaced. It trusts its files. */

#ifndef PNG_H
#define PNG_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void png_fail(const char *why) {
    fprintf(stderr, "bad PNG: %s\n", why);
    exit(1);
}

/* Inflate: RFC 1951. */

typedef struct {
    const uint8_t *in;
    size_t at, end;
    uint32_t bits;
    int bit_count;
    uint8_t *out;
    size_t out_at, out_end;
} inflate_state;

typedef struct { uint16_t count[16], symbol[288]; } huffman;

static int inflate_bits(inflate_state *s, int need) {
    int value;
    while (s->bit_count < need) {
        if (s->at == s->end) png_fail("the data ends too early");
        s->bits |= (uint32_t)s->in[s->at++] << s->bit_count;
        s->bit_count += 8;
    }
    value = (int)(s->bits & ((UINT32_C(1) << need) - 1));
    s->bits >>= need;
    s->bit_count -= need;
    return value;
}

static int inflate_symbol(inflate_state *s, const huffman *h) {
    int code = 0, first = 0, index = 0, length;
    for (length = 1; length < 16; length++) {
        int count = h->count[length];
        code |= inflate_bits(s, 1);
        if (code - count < first) return h->symbol[index + code - first];
        index += count;
        first = (first + count) << 1;
        code <<= 1;
    }
    png_fail("a code has no symbol");
    return 0;
}

static void huffman_make(huffman *h, const uint8_t *lengths, int n) {
    uint16_t offsets[16];
    int i;
    memset(h->count, 0, sizeof h->count);
    for (i = 0; i < n; i++) h->count[lengths[i]]++;
    offsets[1] = 0;
    for (i = 1; i < 15; i++) offsets[i + 1] = (uint16_t)(offsets[i] + h->count[i]);
    for (i = 0; i < n; i++) if (lengths[i]) h->symbol[offsets[lengths[i]]++] = (uint16_t)i;
    h->count[0] = 0;
}

static void inflate_put(inflate_state *s, uint8_t byte) {
    if (s->out_at == s->out_end) png_fail("too much data");
    s->out[s->out_at++] = byte;
}

static void inflate_block(inflate_state *s, const huffman *literals, const huffman *distances) {
    static const uint16_t length_base[] = {3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
    static const uint8_t length_bits[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    static const uint16_t distance_base[] = {1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    static const uint8_t distance_bits[] = {0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};
    for (;;) {
        int symbol = inflate_symbol(s, literals);
        if (symbol == 256) return;
        if (symbol < 256) {
            inflate_put(s, (uint8_t)symbol);
        } else {
            size_t length, distance;
            if (symbol > 285) png_fail("a length is too large");
            length = length_base[symbol - 257] + (size_t)inflate_bits(s, length_bits[symbol - 257]);
            symbol = inflate_symbol(s, distances);
            if (symbol > 29) png_fail("a distance is too large");
            distance = distance_base[symbol] + (size_t)inflate_bits(s, distance_bits[symbol]);
            if (distance > s->out_at) png_fail("a distance leads before the start");
            while (length--) inflate_put(s, s->out[s->out_at - distance]);
        }
    }
}

static void inflate_codes(inflate_state *s, huffman *literals, huffman *distances) {
    static const uint8_t order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    uint8_t lengths[320] = {0};
    int n = inflate_bits(s, 5) + 257, d = inflate_bits(s, 5) + 1, c = inflate_bits(s, 4) + 4, i;
    for (i = 0; i < c; i++) lengths[order[i]] = (uint8_t)inflate_bits(s, 3);
    huffman_make(literals, lengths, 19);
    for (i = 0; i < n + d;) {
        int symbol = inflate_symbol(s, literals), repeat;
        uint8_t value = 0;
        if (symbol < 16) {
            lengths[i++] = (uint8_t)symbol;
            continue;
        }
        if (symbol == 16) value = lengths[i - 1];
        repeat = symbol == 16 ? 3 + inflate_bits(s, 2) : symbol == 17 ? 3 + inflate_bits(s, 3) : 11 + inflate_bits(s, 7);
        if (i + repeat > n + d) png_fail("too many lengths");
        while (repeat--) lengths[i++] = value;
    }
    huffman_make(distances, lengths + n, d);
    huffman_make(literals, lengths, n);
}

static void inflate_all(inflate_state *s) {
    int last, type, i;
    huffman literals, distances;
    do {
        last = inflate_bits(s, 1);
        type = inflate_bits(s, 2);
        if (type == 0) {
            size_t length;
            s->bits = 0;
            s->bit_count = 0;
            length = s->in[s->at] | (size_t)s->in[s->at + 1] << 8;
            s->at += 4;
            while (length--) inflate_put(s, s->in[s->at++]);
        } else {
            if (type == 1) {
                uint8_t lengths[320];
                for (i = 0; i < 288; i++) lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
                for (i = 0; i < 30; i++) lengths[288 + i] = 5;
                huffman_make(&literals, lengths, 288);
                huffman_make(&distances, lengths + 288, 30);
            } else {
                inflate_codes(s, &literals, &distances);
            }
            inflate_block(s, &literals, &distances);
        }
    } while (!last);
}

/* Files. */

static uint32_t png_number(const uint8_t *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static uint8_t png_paeth(int a, int b, int c) {
    int p = a + b - c, pa = abs(p - a), pb = abs(p - b), pc = abs(p - c);
    return (uint8_t)(pa <= pb && pa <= pc ? a : pb <= pc ? b : c);
}

/* The alphas of a picture, one byte a pixel. Free them with free. */
static uint8_t *png_alphas(const char *path, uint32_t *w, uint32_t *h) {
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = malloc(1 << 24), *data = malloc(1 << 24), *raw, *alphas, clear[256];
    size_t size, at = 8, length = 0, row, pixel, x, y;
    inflate_state s;
    int depth = 0, type = 0, channels;
    if (!file) {
        fprintf(stderr, "%s cannot be read\n", path);
        exit(1);
    }
    size = fread(bytes, 1, 1 << 24, file);
    fclose(file);
    memset(clear, 255, sizeof clear);
    while (at + 12 <= size) {
        uint32_t chunk = png_number(bytes + at);
        const uint8_t *content = bytes + at + 8;
        if (!memcmp(bytes + at + 4, "IHDR", 4)) {
            *w = png_number(content);
            *h = png_number(content + 4);
            depth = content[8];
            type = content[9];
        } else if (!memcmp(bytes + at + 4, "tRNS", 4) && type == 3) {
            memcpy(clear, content, chunk);
        } else if (!memcmp(bytes + at + 4, "IDAT", 4)) {
            memcpy(data + length, content, chunk);
            length += chunk;
        }
        at += 12 + chunk;
    }
    channels = type == 6 ? 4 : type == 2 ? 3 : type == 4 ? 2 : 1;
    if (depth > 8 || (depth < 8 && type != 3)) png_fail("a depth that this reader lacks");
    row = ((size_t)*w * (size_t)(channels * depth) + 7) / 8;
    pixel = depth < 8 ? 1 : (size_t)channels;
    raw = malloc((row + 1) * *h);
    memset(&s, 0, sizeof s);
    s.in = data;
    s.at = 2; /* the head of zlib */
    s.end = length;
    s.out = raw;
    s.out_end = (row + 1) * *h;
    inflate_all(&s);
    alphas = malloc((size_t)*w * *h + 1);
    for (y = 0; y < *h; y++) {
        uint8_t *line = raw + y * (row + 1) + 1, *above = y ? line - row - 1 : NULL;
        for (x = 0; x < row; x++) {
            int a = x >= pixel ? line[x - pixel] : 0, b = above ? above[x] : 0, c = above && x >= pixel ? above[x - pixel] : 0;
            switch (line[-1]) {
                case 1: line[x] = (uint8_t)(line[x] + a); break;
                case 2: line[x] = (uint8_t)(line[x] + b); break;
                case 3: line[x] = (uint8_t)(line[x] + (a + b) / 2); break;
                case 4: line[x] = (uint8_t)(line[x] + png_paeth(a, b, c)); break;
                default: break;
            }
        }
        for (x = 0; x < *w; x++) {
            uint8_t alpha = 255;
            if (type == 6 || type == 4) alpha = line[x * (size_t)channels + (size_t)channels - 1];
            if (type == 3) alpha = clear[line[x * (size_t)depth / 8] >> (8 - depth - (int)(x * (size_t)depth % 8)) & ((1 << depth) - 1)];
            alphas[y * *w + x] = alpha;
        }
    }
    free(raw);
    free(data);
    free(bytes);
    return alphas;
}

#endif
