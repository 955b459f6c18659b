import { action, BOUNDARY, type CorpusEmail, fail, failed } from './report-parts.ts';

// Reports about a delivery that failed, after the formats of mail servers in use.

export const HARD: CorpusEmail[] = [
  fail(
    'Postfix, unknown user',
    'hard 5.1.1',
    '5.1.1',
    'smtp; 550 5.1.1 <r@one.example>: Recipient address rejected: User unknown in virtual mailbox table',
  ),
  fail(
    'Postfix, no such domain',
    'hard 5.4.4',
    '5.4.4',
    'X-Postfix; Host or domain name not found. Name service error for name=one.example type=A: Host not found',
  ),
  fail('Postfix, null MX', 'hard 5.1.0', '5.1.0', 'X-Postfix; Domain one.example does not accept mail (nullMX)'),
  fail('Sendmail, user unknown', 'hard 5.1.1', '5.1.1', 'SMTP; 550 5.1.1 <r@one.example>... User unknown', {
    subject: 'Returned mail: see transcript for details',
  }),
  fail('Sendmail, host unknown', 'hard 5.1.2', '5.1.2', 'X-Unix; host unknown', {
    subject: 'Returned mail: Host unknown (Name server: one.example: host not found)',
  }),
  fail('Exim, the code only in the diagnostic', 'hard 5.1.1', '5.0.0', 'smtp; 550 5.1.1 r@one.example User unknown', {
    subject: 'Mail delivery failed: returning message to sender',
    head: ['Reporting-MTA: dns; exim.one.example'],
  }),
  fail(
    'Exchange, folded diagnostic',
    'hard 5.1.10',
    '5.1.10',
    'smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound;\r\n Recipient r@one.example not found by SMTP address lookup',
    { subject: 'Undeliverable: Field Brief', from: 'postmaster@tenant.onmicrosoft.example' },
  ),
  fail(
    'Exchange, code only in the folded line',
    'hard 5.1.1',
    '5.0.0',
    'smtp;550\r\n 5.1.1 RESOLVER.ADR.ExRecipNotFound; not found',
  ),
  fail(
    'Gmail, no such account',
    'hard 5.1.1',
    '5.1.1',
    'smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try\r\n 550-5.1.1 double-checking the recipient’s email address',
    { subject: 'Delivery Status Notification (Failure)', from: 'mailer-daemon@googlemail.example' },
  ),
  fail(
    'iCloud, quoted local part',
    'hard 5.1.6',
    '5.1.6',
    'smtp; 550 5.1.6 recipient no longer on server: "r s"@one.example',
  ),
  fail('OpenSMTPD', 'hard 5.1.2', '5.1.2', 'smtp; 550 5.1.2 Invalid recipient'),
  fail(
    'PowerMTA, with its own fields',
    'hard 5.1.1',
    '5.1.1 (bad destination mailbox address)',
    'smtp;550 5.1.1 unknown',
    {
      recipients: [
        failed('5.1.1 (bad destination mailbox address)', 'smtp;550 5.1.1 unknown', [
          'X-PowerMTA-VirtualMTA: mta7',
          'X-PowerMTA-BounceCategory: bad-mailbox',
        ]),
      ],
    },
  ),
  fail('Haraka, fields in small letters', 'hard 5.1.1', '', '', {
    recipients: [
      [
        'final-recipient: rfc822;r@one.example',
        'action: failed',
        'status: 5.1.1',
        'diagnostic-code: smtp;550 I cannot deliver mail for {r@one.example}',
      ],
    ],
  }),
  fail('Domino, Original-Recipient only', 'hard 5.1.1', '', '', {
    recipients: [
      [
        'Original-Recipient: rfc822;r@one.example',
        'Action: FAILED',
        'Status: 5.1.1',
        'Diagnostic-Code: X-Notes; User R (r@one.example) not listed in Domino Directory',
      ],
    ],
  }),
  fail('Zimbra, the bounce address in capitals', 'hard 5.1.1', '5.1.1', 'smtp; 550 5.1.1 User unknown', {
    to: ['To: <{CAPITAL}>'],
  }),
  fail('Dovecot, Delivered-To alone', 'hard 5.1.1', '5.1.1', 'smtp; 550 5.1.1 User doesn’t exist', {
    to: ['Delivered-To: {VERP}', 'To: undisclosed-recipients:;'],
  }),
  fail('type in capitals without quotes', 'hard 5.1.3', '5.1.3', 'smtp; 553 5.1.3 bad address', {
    type: `MULTIPART/REPORT; REPORT-TYPE=DELIVERY-STATUS; BOUNDARY="${BOUNDARY}"`,
  }),
  fail('relayed by a second server', 'hard 5.1.1', '', '', {
    recipients: [action('relayed', '2.0.0'), failed('5.1.1', 'smtp; 550 5.1.1 gone')],
  }),
];

export const SOFT: CorpusEmail[] = [
  fail(
    'Postfix, mailbox full',
    'soft 5.2.2',
    '5.2.2',
    'X-Postfix; maildir delivery failed: error writing message: Disk quota exceeded',
  ),
  fail(
    'Dovecot LMTP, quota',
    'soft 5.2.2',
    '5.2.2',
    'smtp; 552 5.2.2 <r@one.example> Quota exceeded (mailbox for user is full)',
  ),
  fail(
    'Gmail, over quota',
    'soft 4.2.2',
    '4.2.2',
    'smtp; 452-4.2.2 The email account that you tried to reach is over quota',
  ),
  fail(
    'Exchange, mailbox full',
    'soft 5.2.2',
    '5.2.2',
    'smtp;554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException.MapiExceptionShutoffQuotaExceeded',
  ),
  fail(
    'given up after five days',
    'soft 4.4.1',
    '4.4.1',
    'X-Postfix; connect to mx.one.example[192.0.2.1]:25: Connection timed out',
  ),
  fail('Sendmail, cannot send for 5 days', 'soft 4.4.7', '4.4.7', 'SMTP; 421 4.2.1 try later', {
    subject: 'Returned mail: Cannot send message for 5 days',
  }),
  fail('Exim, retry timeout without a code', 'soft', '', '', {
    recipients: [['Final-Recipient: rfc822;r@one.example', 'Action: failed']],
  }),
  fail('mailbox disabled', 'soft 5.2.1', '5.2.1', 'smtp; 550 5.2.1 The email account is disabled'),
  fail('message too big', 'soft 5.3.4', '5.3.4', 'smtp; 552 5.3.4 Message size exceeds fixed limit'),
  fail('mail loop', 'soft 5.4.6', '5.4.6', 'smtp; 554 5.4.6 Too many hops'),
  fail('a code with letters', 'soft', '5.x.y', 'smtp; 550 no'),
];

export const POLICY: CorpusEmail[] = [
  fail(
    'Outlook, blocked sender',
    'policy 5.7.1',
    '5.7.1',
    'smtp; 550 5.7.1 Unfortunately, messages from [192.0.2.7] weren’t sent (S3150)',
  ),
  fail(
    'Microsoft, no authentication',
    'policy 5.7.515',
    '5.7.515',
    'smtp; 550 5.7.515 Access denied, sending domain does not meet the required authentication level',
  ),
  fail(
    'Gmail, DMARC',
    'policy 5.7.26',
    '5.7.26',
    'smtp; 550-5.7.26 This mail has been blocked because the sender is unauthenticated',
  ),
  fail('Proofpoint, code only in the diagnostic', 'policy 5.7.0', '5.0.0', 'smtp; 550 5.7.0 Local Policy Violation'),
  fail('sender refused', 'policy 5.1.8', '5.1.8', 'smtp; 501 5.1.8 Domain of sender address does not exist'),
];
