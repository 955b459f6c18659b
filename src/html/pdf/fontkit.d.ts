/** The parts of fontkit 2 that this service uses; the package ships no types. */
declare module 'fontkit' {
  export type Font = {
    hasGlyphForCodePoint(codePoint: number): boolean;
    'OS/2': { usWeightClass: number };
  };
  /** Reads a font from the bytes of a TrueType or WOFF2 file. */
  export function create(bytes: Uint8Array): Font;
}

/** WOFF2 files to TrueType files. */
declare module 'wawoff2' {
  export function decompress(bytes: Uint8Array): Promise<Uint8Array>;
}
