/** What replies of mail servers mean, by their enhanced code (RFC 3463, and the registry that it began), most exact first. */
const BY_ENHANCED: readonly [RegExp, string][] = [
  [/^5\.1\.10$/, 'The domain of the address takes no email.'],
  [/^5\.1\.[128]$/, 'The address does not exist.'],
  [/^5\.1\./, 'The address is wrong.'],
  [/^[45]\.2\.2$/, 'The mailbox is full.'],
  [/^5\.2\.1$/, 'The mailbox is closed.'],
  [/^4\.2\.1$/, 'The mailbox takes no email at the moment.'],
  [/^[45]\.[23]\.[34]$/, 'The email is too large.'],
  [/^5\.4\./, 'The mail server of the address cannot be reached.'],
  [/^4\.4\./, 'The mail server of the address does not answer at the moment.'],
  [/^5\.7\./, 'The receiver does not trust the sender. Ask a chief to look at the page Sending domain.'],
  [/^4\.7\./, 'The receiver wants fewer emails at once. The brief goes more slowly to this domain.'],
];

/** What replies without an enhanced code mean (RFC 5321, 4.2.3). */
const BY_REPLY: Record<string, string> = {
  '421': 'The mail server has no time at the moment.',
  '450': 'The mailbox takes no email at the moment.',
  '451': 'The mail server reported an internal error.',
  '452': 'The mail server has no space left.',
  '550': 'The mailbox does not exist, or the receiver does not want the email.',
  '551': 'The mailbox has moved.',
  '552': 'The mailbox is full, or the email is too large.',
  '553': 'The mail server does not know such an address.',
  '554': 'The receiver does not want the email.',
};

/** What a stored answer, such as `550 5.1.1`, means. */
export function meaningOf(code: string): string {
  const [reply = '', enhanced = ''] = code.split(' ');
  const meaning = BY_ENHANCED.find(([pattern]) => pattern.test(enhanced))?.[1] ?? BY_REPLY[reply];
  if (meaning) return meaning;
  return reply.startsWith('4') ? 'The mail server cannot take it at the moment.' : 'The mail server said no.';
}
