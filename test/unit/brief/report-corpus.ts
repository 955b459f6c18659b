import { HARD, POLICY, SOFT } from './failed-reports.ts';
import {
  action,
  BOUNDARY,
  COPY,
  type CorpusEmail,
  dsn,
  failed,
  feedback,
  parts,
  plain,
  TEXT_PART,
} from './report-parts.ts';

// Emails that arrive in a mailbox for reports, written after the formats of mail servers and services in use. `{VERP}` stands for
// the bounce address of the delivery. Each has what reading it must give: kind and code, `report` when nothing failed, or `foreign`.

const NOTHING_FAILED: CorpusEmail[] = [
  {
    name: 'Postfix, delayed',
    gives: 'report',
    raw: dsn({ subject: 'Delayed Mail (still being retried)', recipients: [action('delayed', '4.4.1')] }),
  },
  {
    name: 'Sendmail, warning after 4 hours',
    gives: 'report',
    raw: dsn({ subject: 'Warning: could not send message for past 4 hours', recipients: [action('delayed', '4.2.2')] }),
  },
  {
    name: 'delivered',
    gives: 'report',
    raw: dsn({ subject: 'Successful Mail Delivery Report', recipients: [action('delivered', '2.1.5')] }),
  },
  { name: 'expanded to a list', gives: 'report', raw: dsn({ recipients: [action('expanded', '2.1.5')] }) },
  { name: 'no recipient in the status', gives: 'report', raw: dsn({ recipients: [] }) },
  {
    name: 'not spam',
    gives: 'report',
    raw: parts('multipart/report; report-type=feedback-report', [TEXT_PART, feedback('not-spam'), COPY]),
  },
];

const COMPLAINTS: CorpusEmail[] = ['abuse', 'fraud'].map((type) => ({
  name: `feedback loop, ${type}`,
  gives: 'complaint',
  raw: parts('multipart/report; report-type=feedback-report', [TEXT_PART, feedback(type), COPY]),
}));

const FROM = ['From: R <r@one.example>', 'To: {VERP}', 'Message-ID: <1@one.example>'];
const FOREIGN: CorpusEmail[] = [
  {
    name: 'out of office, vacation',
    gives: 'foreign',
    raw: plain([...FROM, 'Auto-Submitted: auto-replied', 'Subject: Out of office'], 'I am away. 550 5.1.1 is a code.'),
  },
  {
    name: 'out of office, Exchange',
    gives: 'foreign',
    raw: plain([...FROM, 'X-Auto-Response-Suppress: All', 'Subject: Automatic reply: Field Brief'], 'On leave.'),
  },
  {
    name: 'out of office with an address that does not exist any more',
    gives: 'foreign',
    raw: plain(
      [...FROM, 'Precedence: bulk', 'Subject: I have left'],
      'This mailbox is not read any more: user unknown.',
    ),
  },
  {
    name: 'a person answers',
    gives: 'foreign',
    raw: plain([...FROM, 'Subject: Re: Field Brief'], 'Please take me off your list.'),
  },
  {
    name: 'qmail, no report by its type',
    gives: 'foreign',
    raw: plain(
      ['From: MAILER-DAEMON@one.example', 'To: {VERP}', 'Subject: failure notice'],
      'Hi. This is the qmail-send program.\r\n<r@one.example>:\r\nSorry, no mailbox here by that name. (#5.1.1)',
    ),
  },
  {
    name: 'receipt that it was read',
    gives: 'foreign',
    raw: parts('multipart/report; report-type=disposition-notification', [
      TEXT_PART,
      'Content-Type: message/disposition-notification\r\n\r\nFinal-Recipient: rfc822;r@one.example\r\nDisposition: manual-action/MDN-sent-manually; displayed\r\n',
    ]),
  },
  {
    name: 'a report about another email',
    gives: 'foreign',
    raw: dsn({ recipients: [failed('5.1.1', 'smtp; 550 5.1.1')], to: ['To: newsroom@bounce.magazine.example'] }),
  },
  {
    name: 'a report to the bounce address of another host',
    gives: 'foreign',
    raw: dsn({
      recipients: [failed('5.1.1', 'smtp; 550 5.1.1')],
      to: ['To: bounce+2026-09-08.00000000000000000000000000000000@other.example'],
    }),
  },
  {
    name: 'a report to two bounce addresses',
    gives: 'foreign',
    raw: dsn({
      recipients: [failed('5.1.1', 'smtp; 550 5.1.1')],
      to: ['To: {VERP}, bounce+2026-09-08.00000000000000000000000000000000@bounce.magazine.example'],
    }),
  },
  {
    name: 'a report inside another email',
    gives: 'foreign',
    raw: parts('multipart/mixed', [
      TEXT_PART,
      `Content-Type: message/rfc822\r\n\r\n${dsn({ recipients: [failed('5.1.1', 'smtp; 550 5.1.1')] }).replaceAll(BOUNDARY, 'inner')}`,
    ]),
  },
  {
    name: 'the type only in the text',
    gives: 'foreign',
    raw: plain(FROM, `Content-Type: multipart/report; boundary="${BOUNDARY}"\r\n\r\nAction: failed\r\nStatus: 5.1.1`),
  },
  {
    name: 'a newsletter',
    gives: 'foreign',
    raw: plain(['From: news@other.example', 'To: {VERP}', 'List-Id: <other>'], 'Read our news.'),
  },
  {
    name: 'an aggregate report of DMARC',
    gives: 'foreign',
    raw: parts('multipart/mixed', [
      TEXT_PART,
      'Content-Type: application/gzip\r\nContent-Transfer-Encoding: base64\r\n\r\nH4sIAAAAAAAAAwMAAAAAAAAAAAA=',
    ]),
  },
  { name: 'an empty email', gives: 'foreign', raw: '' },
];

export const CORPUS: readonly CorpusEmail[] = [
  ...HARD,
  ...SOFT,
  ...POLICY,
  ...NOTHING_FAILED,
  ...COMPLAINTS,
  ...FOREIGN,
];

/** An email of the corpus about the delivery with this bounce address. */
export function emailTo({ raw }: CorpusEmail, bounce: string): Buffer {
  return Buffer.from(raw.replaceAll('{VERP}', bounce).replaceAll('{CAPITAL}', bounce.toUpperCase()));
}

/** Reports as a hostile sender makes them, each with what reading it must give. */
export function hostileEmails(): CorpusEmail[] {
  const status = (n: number) => dsn({ recipients: Array.from({ length: n }, () => action('delivered', '2.1.5')) });
  const nested = Array.from(
    { length: 50 },
    (_, at) => `Content-Type: multipart/report; boundary="b${at}"\r\n\r\n--b${at}\r\n`,
  ).join('');
  const report = dsn({ recipients: [failed('5.1.1', 'smtp; 550 5.1.1')] });
  return [
    { name: 'nested 50 deep', gives: 'foreign', raw: `To: {VERP}\r\nMIME-Version: 1.0\r\n${nested}` },
    { name: '10,000 recipients', gives: 'report', raw: status(10_000) },
    { name: '10 MB after the report', gives: 'hard 5.1.1', raw: report + 'x'.repeat(10 * 1024 * 1024) },
    {
      name: '10 MB before the report',
      gives: 'foreign',
      raw: report.replace('This is a MIME', `${'x'.repeat(10 * 1024 * 1024)}\r\nThis is a MIME`),
    },
    { name: 'a header of 1 MB', gives: 'foreign', raw: `X: ${'y'.repeat(1024 * 1024)}\r\n${report}` },
    {
      name: 'a diagnostic of 200 kB',
      gives: 'hard 5.1.1',
      raw: dsn({ recipients: [failed('5.1.1', `smtp; ${' (5.1'.repeat(40_000)}`)] }),
    },
  ];
}
