// Parts of emails that arrive in a mailbox for reports, for the corpus.

export type CorpusEmail = { name: string; gives: string; raw: string };

type Dsn = {
  from?: string;
  subject?: string;
  text?: string;
  /** Fields about the message, and about each recipient. */
  head?: string[];
  recipients: string[][];
  type?: string;
  to?: string[];
  returned?: string;
};

export const BOUNDARY = '=_report/1';

export function dsn(given: Dsn): string {
  const { from = 'MAILER-DAEMON@mx.one.example', subject = 'Undelivered Mail Returned to Sender', text = '' } = given;
  const { head = ['Reporting-MTA: dns; mx.one.example'], to = ['To: {VERP}'], recipients } = given;
  const { type = `multipart/report; report-type=delivery-status;\r\n\tboundary="${BOUNDARY}"` } = given;
  const { returned = 'text/rfc822-headers' } = given;
  return [
    `From: Mail Delivery System <${from}>`,
    ...[`Subject: ${subject}`, ...to, 'Message-ID: <20260908.1@mx.one.example>', 'Auto-Submitted: auto-replied'],
    ...['MIME-Version: 1.0', `Content-Type: ${type}`, '', 'This is a MIME-encapsulated message.', ''],
    ...[
      `--${BOUNDARY}`,
      'Content-Description: Notification',
      'Content-Type: text/plain; charset=us-ascii',
      '',
      text,
      '',
    ],
    ...[`--${BOUNDARY}`, 'Content-Description: Delivery report', 'Content-Type: message/delivery-status', ''],
    ...[...head, '', ...recipients.flatMap((fields) => [...fields, ''])],
    ...[
      `--${BOUNDARY}`,
      `Content-Type: ${returned}`,
      '',
      'Return-Path: <{VERP}>',
      'Subject: Field Brief',
      'To: r@one.example',
      '',
    ],
    ...[`--${BOUNDARY}--`, ''],
  ].join('\r\n');
}

export function failed(status: string, diagnostic: string, more: string[] = []): string[] {
  return [
    'Final-Recipient: rfc822; r@one.example',
    ...[
      'Action: failed',
      `Status: ${status}`,
      'Remote-MTA: dns; mx.one.example',
      `Diagnostic-Code: ${diagnostic}`,
      ...more,
    ],
  ];
}

export const fail = (
  name: string,
  gives: string,
  status: string,
  diagnostic: string,
  over: Partial<Dsn> = {},
): CorpusEmail => ({
  name,
  gives,
  raw: dsn({ recipients: [failed(status, diagnostic)], ...over }),
});

export function plain(headers: string[], body: string): string {
  return [...headers, '', body, ''].join('\r\n');
}

export const action = (verb: string, status: string): string[] => [
  'Original-Recipient: rfc822;r@one.example',
  ...['Final-Recipient: rfc822; r@one.example', `Action: ${verb}`, `Status: ${status}`],
];

export function parts(type: string, children: string[], headers = ['To: {VERP}']): string {
  const inner = children.flatMap((child) => [`--${BOUNDARY}`, child]);
  return [
    'From: fbl@service.example',
    ...headers,
    'MIME-Version: 1.0',
    `Content-Type: ${type}; boundary="${BOUNDARY}"`,
    '',
    ...inner,
    `--${BOUNDARY}--`,
    '',
  ].join('\r\n');
}

export const TEXT_PART = 'Content-Type: text/plain\r\n\r\nThis is a report.';
export const feedback = (type: string) =>
  `Content-Type: message/feedback-report\r\n\r\nFeedback-Type: ${type}\r\nUser-Agent: Yahoo!-Mail-Feedback/2.0\r\nVersion: 1\r\nOriginal-Mail-From: <{VERP}>\r\n`;
export const COPY =
  'Content-Type: message/rfc822\r\n\r\nFrom: brief@magazine.example\r\nSubject: Field Brief\r\n\r\nText';
