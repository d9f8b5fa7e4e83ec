/* Wine 8 has no bcryptprimitives.dll, from which Rust's standard library takes its random numbers. This is the one function of it. */

__declspec(dllimport) unsigned char __stdcall SystemFunction036(void *bytes, unsigned long length);

__declspec(dllexport) int __stdcall ProcessPrng(unsigned char *bytes, unsigned long long length) {
    while (length > 0) {
        unsigned long part = length > 1 << 20 ? 1 << 20 : (unsigned long)length;
        if (!SystemFunction036(bytes, part)) return 0;
        bytes += part;
        length -= part;
    }
    return 1;
}
