import type { Publication } from '../../config.ts';

// A crawler keeps to its own group alone, so the bots are named beside everybody (RFC 9309, 2.2.1).
const CRAWLERS = [
  '*',
  'GPTBot',
  'ChatGPT-User',
  'OAI-SearchBot',
  'ClaudeBot',
  'Claude-SearchBot',
  'PerplexityBot',
  'CCBot',
  'Google-Extended',
];

/** Who may read what: everything that is published, for search and for answers, not for training. */
export function robotsTxt(publication: Publication): string {
  return `${CRAWLERS.map((name) => `User-agent: ${name}`).join('\n')}
Content-Signal: search=yes, ai-input=yes, ai-train=no
Allow: /
Disallow: /api/admin/
Disallow: /agent/
Disallow: /newsroom
Disallow: /preview/

Sitemap: ${publication.baseUrl}/sitemap.xml
Sitemap: ${publication.baseUrl}/news-sitemap.xml
`;
}
