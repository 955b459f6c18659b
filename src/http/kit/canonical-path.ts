/** Addresses that people and programs guess, and where they lead. */
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

/** Below these a capital is part of a secret, a hash or a registered name. */
const CASE_MATTERS = /^\/(?:preview|media|ads|\.well-known|newsroom|agent)\//;

/**
 * The one address that a mistyped path means: without a slash at its end, in small letters, or the target of an alias.
 * Null where the path is already written so, or where no such correction is made.
 */
export function canonicalPath(path: string): string | null {
  if (path.startsWith('/.well-known/')) return null;
  const trimmed = path.replace(/\/+$/, '') || '/';
  const lower = CASE_MATTERS.test(trimmed) ? trimmed : trimmed.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const target = ALIASES[lower] ?? lower;
  return target === path ? null : target;
}
