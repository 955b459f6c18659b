// Placeholders that ad servers fill in. This service fills in none: readers would follow the placeholder itself.

/** `{{…}}`, `{%…%}`, `${…}`, `%%…%%` and `*|…|*`: nobody writes them for anything else. */
const MERGE_TAG = /\{\{[^{}]+\}\}|\{%[^{}]+%\}|\$\{[^{}]+\}|%%[\w.:-]+%%|\*\|[\w:]+\|\*/;
const ADDRESS_MACROS: readonly RegExp[] = [
  MERGE_TAG,
  /%(?:(?![A-F]{2})[A-Z_]{4,}|CACHE[A-Z_]*)%/,
  /\{[A-Za-z_][\w.:]*\}/,
  /<[A-Za-z][\w.-]{2,}>/,
  /(?<![A-Za-z0-9])__[A-Z][A-Z0-9_]*__(?![A-Za-z0-9])/,
  // Between brackets, but no key of a parameter such as `filter[name]=`.
  /(?<![\w\]])\[[A-Z][A-Z0-9_]+\](?![[=])/,
  /(?<![\w\]])\[(?:time_?stamp|cache_?bust(?:er|ing)?|rand(?:om)?(?:_?(?:number|int))?|rnd|ord|correlator|click_?(?:url|tag|through)?(?:_\w+)?|gdpr(?:_\w+)?|us_privacy|gpp(?:_\w+)?|device_?id|(?:ad|campaign|creative|placement|site)_?id)\](?![[=])/i,
];

/** The first macro of an address, also of one whose macros are percent-encoded; null without any. */
export function findMacro(url: string): string | null {
  const decoded = decodeAscii(url);
  for (const text of [url, decoded, decodeAscii(decoded)])
    for (const macro of ADDRESS_MACROS) {
      const [match] = macro.exec(text) ?? [];
      if (match !== undefined) return match;
    }
  return null;
}

/** The first placeholder in words; null without any. */
export function findMergeTag(words: string): string | null {
  return MERGE_TAG.exec(words)?.[0] ?? null;
}

/** Decodes the visible ASCII characters alone: that never fails. */
function decodeAscii(url: string): string {
  return url.replace(/%[2-7][0-9a-f]/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
}
