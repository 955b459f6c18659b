import { PAGES_DESK } from './own-page.ts';

/**
 * First path segments that routes of the service have, and those that are read in another way: no section and no page can have
 * one as its address. A test compares them with the route table.
 */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set([
  'about',
  'ads',
  'advertise',
  'agent',
  'agents',
  'api',
  'archive',
  'authors',
  'brief',
  'cards',
  'changes',
  'clients',
  'corrections',
  'healthz',
  'issues',
  'latest',
  'mcp',
  'media',
  'method',
  'newsroom',
  'oauth',
  'preview',
  'quote',
  'readyz',
  'search',
  'series',
  'standards',
  'static',
  'suppliers',
  'tags',
  // A page at /auth would have its Markdown at /auth.md, which tells agents how to get access.
  'auth',
  // The Markdown form of the home page is /index.md.
  'index',
  PAGES_DESK,
]);

/** Pages of the service that a page of one's own can replace. */
export const REPLACEABLE_PAGES: ReadonlySet<string> = new Set(['about']);
