import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { After } from './site.ts';

// A real mail server on loopback that stores the emails it gets.

export type Mail = { from: string; to: string[]; head: string; body: string };
export type MailServer = { url: string; mails: Mail[]; server: SMTPServer };

/** Starts a mail server and closes it after the test. `options` decides what it accepts. */
export async function openMailServer(t: After, options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: Mail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const [head = '', body = ''] = Buffer.concat(parts)
          .toString()
          .split(/\r\n\r\n(.*)/s);
        const to = rcptTo.map((one) => one.address);
        mails.push({ from: mailFrom ? mailFrom.address : '', to, head: unfold(head), body: readable(body) });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {}); // a client that leaves early is what some tests are about
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.server.address() as AddressInfo;
  t.after(() => new Promise<void>((closed) => server.close(() => closed())));
  return { url: `smtp://127.0.0.1:${port}`, mails, server };
}

function unfold(head: string): string {
  return head.replace(/\r\n[ \t]+/g, ' ');
}

/** Decodes quoted-printable (RFC 2045, 6.7). */
function readable(body: string): string {
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString().replaceAll('\r\n', '\n');
}
