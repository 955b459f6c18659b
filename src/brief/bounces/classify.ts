/**
 * What a report says. `hard`: the mailbox or its domain does not exist. `soft`: the mailbox could not take this email. `policy`:
 * the receiver refused the sender, which says nothing about the subscriber. `complaint`: the subscriber reported spam.
 */
export const BOUNCE_KINDS = ['hard', 'soft', 'policy', 'complaint'] as const;
export type BounceKind = (typeof BOUNCE_KINDS)[number];

const ENHANCED = /\b([245])\.(\d{1,3})\.(\d{1,3})\b/;

/** The first enhanced status code (RFC 3463) of a text; null when it has none. */
export function findStatusCode(text: string): string | null {
  return ENHANCED.exec(text)?.[0] ?? null;
}

/**
 * Classifies one recipient of a delivery status report (RFC 3464). `diagnostic` is what the receiving server said: it counts
 * where `status` leaves the detail open, as in `5.0.0`. Null when nothing failed: a delayed, relayed or delivered email.
 */
export function classifyStatus(
  action: string,
  status: string,
  diagnostic = '',
): { kind: BounceKind; code: string | null } | null {
  if (action.trim().toLowerCase() !== 'failed') return null;
  const given = findStatusCode(status);
  const code = given === null || /^[45]\.0\.0$/.test(given) ? (findStatusCode(diagnostic) ?? given) : given;
  return { kind: kindOf(code ?? ''), code };
}

export function kindOf(code: string): BounceKind {
  // 5.1.7 and 5.1.8 are about the address of the sender, unlike every other 5.1.x.
  if (/^5\.7\.\d+$/.test(code) || code === '5.1.7' || code === '5.1.8') return 'policy';
  if (/^5\.1\.\d+$/.test(code) || code === '5.4.4') return 'hard';
  return 'soft';
}

/**
 * What the answer of a mail server, such as `550 5.1.1`, says about the mailbox of a recipient. Null when it says nothing about
 * it: an answer without a detailed code may as well be about the sender.
 */
export function kindOfRefusal(answer: string): 'hard' | 'soft' | null {
  const code = findStatusCode(answer) ?? '';
  if (kindOf(code) === 'hard') return 'hard';
  return code === '5.2.1' || code === '5.2.2' ? 'soft' : null;
}
