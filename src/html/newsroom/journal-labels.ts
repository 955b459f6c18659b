import { isGateCode } from '#article/gate-codes.ts';
import type { JournalEntry } from '#runtime/read-journal.ts';

const FIELDS: Record<string, string> = {
  check: 'check',
  because: 'because',
  noCorrectionBecause: 'no correction because',
  through: 'through',
  scheduledFor: 'scheduled for',
  secondsLate: 'seconds late',
  why: 'why',
  label: 'label',
  expiresAt: 'until',
  notice: 'notice for readers',
  noticeRemoved: 'removed notice for readers',
  until: 'until',
  from: 'from',
  to: 'to',
  role: 'role',
  day: 'day',
  kind: 'kind',
  factor: 'with',
  name: 'name',
  sections: 'for the sections',
  desks: 'for the sections', // earlier releases
  scopes: 'may',
  renewal: 'token renewal',
  warnings: 'to consider',
  changed: 'changed',
  altBefore: 'description before',
  altNow: 'description now',
  creditBefore: 'credit before',
  creditNow: 'credit now',
  held: 'articles that keep the old description',
  programs: 'agents',
  waiting: 'waiting',
  host: 'host',
  site: 'from',
  archive: 'from the archive of',
  archiveBecause: 'as an archive because',
  firstPublishedAt: 'first published',
};

/** The details that help a reader, in words. Ids and hashes appear only in the export. */
export function detailWords(detail: JournalEntry['detail']): string {
  return Object.entries(redactDetail(detail) ?? {})
    .flatMap(([name, value]) => {
      const label = FIELDS[name];
      if (!label || value === null || typeof value === 'boolean' || isId(value)) return [];
      return [`${label}: ${Array.isArray(value) ? value.map(wordsOf).join(', ') : wordsOf(value)}`];
    })
    .join('; ');
}

/** Codes of the gate and scopes, as people say them. */
function wordsOf(value: unknown): string {
  if (value === 'article:draft') return 'file drafts';
  if (value === 'article:edit') return 'save revisions';
  return typeof value === 'string' && isGateCode(value)
    ? value.replaceAll('_', ' ').replace(/^figure\b/, 'number')
    : String(value);
}

const SECRET = /secret|token|password|address|e-?mail|hash|code|login/i;
const ADDRESS = /[^\s@<>()",;:]+@[^\s@<>()",;:]+\.[^\s@<>()",;:]+/g;

/** The details without anything that could be a secret or a person's address. */
export function redactDetail(detail: JournalEntry['detail']): JournalEntry['detail'] {
  if (detail === null) return null;
  const kept = Object.entries(detail).filter(([name]) => !SECRET.test(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutAddresses(value)]));
}

function withoutAddresses(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(ADDRESS, '[address]');
  if (Array.isArray(value)) return value.map(withoutAddresses);
  if (typeof value !== 'object' || value === null) return value;
  return redactDetail(value as Record<string, unknown>);
}

function isId(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value);
}

/**
 * An entry of the export as JSON. `redacted` says that an address or a secret was left out. `nameHash` and `detailHash` are
 * hashes of the stored values, so that a redacted entry can still be verified.
 */
export function journalJson({ holds: _, ...entry }: JournalEntry): string {
  const actor = { ...entry.actor, name: entry.actor.name.replace(ADDRESS, '[address]') };
  const detail = redactDetail(entry.detail);
  const isWhole = JSON.stringify([entry.actor, entry.detail]) === JSON.stringify([actor, detail]);
  return JSON.stringify({ ...entry, actor, detail, ...(!isWhole && { redacted: true }) });
}
