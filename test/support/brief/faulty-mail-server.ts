import type { Socket } from 'node:net';
import type { SMTPServerOptions } from 'smtp-server';
import { type MailServer, openMailServer } from '../mail-server.ts';
import { type After, openSite, type TestSite } from '../site.ts';
import { BRIEF_SETTINGS, publishStories } from './briefs.ts';
import { AT_ONCE, addReaders, scheduled } from './sends.ts';

// A mail server that refuses, defers, or drops connections, and a brief that is due there.

type Sending = { site: TestSite; ids: string[]; got: string[]; bodies: string[] };

/** A brief to some subscribers that is due, at a mail server with these answers. `got` lists who got an email. */
export async function openSending(
  t: After,
  readers: number,
  answer: Answer = () => null,
  atRecipient: AtRecipient = () => null,
): Promise<Sending> {
  const got: string[] = [];
  const bodies: string[] = [];
  const mail: MailServer = await openMailServer(
    t,
    serverThat({ answer, atRecipient }, { got, bodies }, () => {
      for (const { _socket: socket } of mail.server.connections as Set<{ _socket: Socket }>) socket.destroy();
    }),
  );
  const site = await openSite(t, { ...BRIEF_SETTINGS, ...AT_ONCE, BRIEF_CONNECTIONS: '1', SMTP_URL: mail.url });
  await publishStories(site, 1);
  const ids = await addReaders(site, readers);
  await scheduled(site, await site.person('chief', 'Ruth Okafor'));
  return { site, ids, got, bodies };
}

/** What the mail server does with an email: an error to answer, or a connection to drop before or after the end of the email. */
export type Answer = (
  to: string,
  time: number,
) => { code: number; message: string } | 'drop before' | 'drop after' | null;

/** What the mail server answers to the address of a recipient (`RCPT TO`), before the email. */
export type AtRecipient = (to: string) => { code: number; message: string } | null;

type Answers = { answer: Answer; atRecipient: AtRecipient };

function serverThat(
  { answer, atRecipient }: Answers,
  seen: Pick<Sending, 'got' | 'bodies'>,
  drop: () => void,
): SMTPServerOptions {
  const times = new Map<string, number>();
  return {
    onRcptTo: ({ address }, _, done) => {
      const refusal = atRecipient(address);
      done(refusal ? Object.assign(new Error(refusal.message), { responseCode: refusal.code }) : null);
    },
    onData: (stream, session, done) => {
      const to = session.envelope.rcptTo[0]?.address ?? '';
      const time = (times.get(to) ?? 0) + 1;
      times.set(to, time);
      const what = answer(to, time);
      if (what === 'drop before') return drop();
      let body = '';
      stream.setEncoding('utf8').on('data', (part: string) => {
        body += part;
      });
      stream.on('end', () => {
        if (what === 'drop after') return drop();
        if (what) return done(Object.assign(new Error(what.message), { responseCode: what.code }));
        seen.got.push(to);
        seen.bodies.push(body);
        done();
      });
    },
  };
}
