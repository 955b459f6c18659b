/** Addresses that people and agents guess, and where they lead. */
const ALIASES: Record<string, string> = {
  '/index.html': '/',
  '/index.htm': '/',
  '/index.php': '/',
  '/feed': '/rss.xml',
  '/feed.xml': '/rss.xml',
  '/rss': '/rss.xml',
  '/atom': '/atom.xml',
  '/sitemap': '/sitemap.xml',
  '/favicon.ico': '/static/logo.png',
  '/apple-touch-icon.png': '/static/logo.png',
  '/apple-touch-icon-precomposed.png': '/static/logo.png',
};

/** Below these paths a capital letter may be part of a secret, a hash or a registered name. */
const CASE_MATTERS = /^\/(?:preview|media|ads|\.well-known|newsroom|agent)\//;

/**
 * The correct form of a mistyped path: without a slash at its end, in small letters, or the target of an alias. Null when
 * the path is already correct, or when it may not be corrected.
 */
export function canonicalPath(path: string): string | null {
  if (path.startsWith('/.well-known/')) return null;
  const trimmed = path.replace(/\/+$/, '') || '/';
  const lower = CASE_MATTERS.test(trimmed) ? trimmed : trimmed.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const target = ALIASES[lower] ?? lower;
  return target === path ? null : target;
}
