import type { Outcome, ProofPart, ProvedSend, ShownPage } from '#ads/runs/proof.ts';

// The sentences of a proof of performance, in its page and its PDF.

export const PROOF_NOTES: readonly string[] = [
  'The pages and times follow from the records of this site: when the ad started and ended, when an editor accepted or withdrew its picture, and when articles were published, moved and withdrawn. A page shows the ad in every response within those times. The records do not say whether a reader opened a page, or whether the server could be reached at every moment.',
  'A Field Brief of this site counts the emails that mail servers accepted, rounded down to 10. The ad desk records by hand what was sent elsewhere.',
  'No reader was tracked, and this proof counts none.',
];

const OUTCOMES: Record<Outcome, string> = {
  shown: 'Shown on the pages below.',
  sent: 'Sent, as recorded below.',
  missed: 'This part did not run.',
  'not yet': 'This part has not started yet.',
  outside: 'Agreed with the ad desk. This site does not show custom programs, so the proof names no page.',
};

export function outcomeText({ startsOn, endsOn, outcome }: ProofPart): string {
  const days = startsOn === endsOn ? startsOn : `${startsOn} to ${endsOn}`;
  return `Booked for ${days}. ${OUTCOMES[outcome]}`;
}

export function pageText(baseUrl: string, { path, from, to }: ShownPage): string {
  return `${baseUrl}${path}: ${utc(from)} to ${utc(to)}`;
}

export function sendText({ day, sentAt, creativeHash, note, notedAt, notedBy, deliveries }: ProvedSend): string {
  const sent = `Field Brief of ${day}: sent ${utc(sentAt)} with the picture ${creativeHash}; recorded ${utc(notedAt)} by ${notedBy}. ${note}`;
  if (!deliveries) return sent;
  const { acceptedAtLeast, htmlSha256 } = deliveries;
  const count = acceptedAtLeast === 0 ? 'fewer than 10' : `at least ${acceptedAtLeast}`;
  return `${sent} Mail servers accepted ${count} emails.${htmlSha256 ? ` SHA-256 of their HTML, without personal addresses: ${htmlSha256}.` : ''}`;
}

/** A UTC ISO time as `2026-10-05 13:00`. */
export function utc(at: string): string {
  return at.slice(0, 16).replace('T', ' ');
}
