// The certificates of Amazon SNS, which change about once a year.

/** Fetches the text at an address of Amazon. */
export type FetchText = (url: string) => Promise<string>;

/** Certificates of SNS by address. */
export type SnsCertificates = { get: (url: string, fetchText: FetchText, clock: number) => Promise<string> };

/** Milliseconds for which a certificate is kept, and the most that are kept: anybody can name another region. */
const KEEP_FOR = 24 * 3_600_000;
const MOST = 10;

export function createSnsCertificates(): SnsCertificates {
  const kept = new Map<string, { text: Promise<string>; until: number }>();
  return {
    get: (url, fetchText, clock) => {
      const certificate = kept.get(url);
      if (certificate && certificate.until > clock) return certificate.text;
      kept.delete(url);
      const text = fetchText(url);
      kept.set(url, { text, until: clock + KEEP_FOR });
      text.catch(() => kept.get(url)?.text === text && kept.delete(url));
      for (const oldest of kept.keys()) {
        if (kept.size <= MOST) break;
        kept.delete(oldest);
      }
      return text;
    },
  };
}
