/** WOFF2 files to TrueType files; the package ships no types. */
declare module 'wawoff2' {
  export function decompress(bytes: Uint8Array): Promise<Uint8Array>;
}
