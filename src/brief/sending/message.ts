import { bounceAddress } from '#brief/bounces/bounce-address.ts';
import type { SignMessage } from '#brief/domain/sign-message.ts';
import type { BriefContent } from '#brief/issues/brief-record.ts';
import type { PrintedBrief } from '#brief/issues/test-email.ts';
import type { Recipient } from '#brief/subscribers/audience.ts';
import { tokenOf } from '#brief/subscribers/tokens.ts';
import { hashSecret } from '#core/secret.ts';
import type { Deps } from '#runtime/deps.ts';
import { messageKey } from './delivery.ts';

// The finished emails of one brief: printed once for each choice of sections, and completed with the token of each recipient.

export type MessageSettings = {
  baseUrl: string;
  /** The name of the magazine. */
  name: string;
  /** The address in From, and the one that answers go to. */
  from: string;
  replyTo: string;
  bounceHost: string | null;
};

/** Prints a brief for the owner of a token. */
export type PrintBrief = (content: BriefContent, token: string) => Promise<PrintedBrief>;

export type FinishedMessage = { from: string; to: string; message: Buffer };

export type MessageComposer = {
  compose: (recipient: Recipient) => Promise<FinishedMessage>;
  /** SHA-256 of the HTML for all sections, without personal addresses, with the ad that may have been withdrawn since. */
  htmlHash: () => Promise<string>;
};

/** As long as a token, and the token of nobody: it marks the places of the token in what is printed. */
const NO_TOKEN = '0'.repeat(32);
/** Choices of sections that are kept printed. */
const MOST_PRINTED = 100;

/** `rest` is what is sent from now on: `whole`, or `whole` without its ad. */
export async function createComposer(
  deps: Deps,
  { whole, rest }: { whole: BriefContent; rest: BriefContent },
  settings: MessageSettings,
  { print, sign }: { print: PrintBrief; sign: SignMessage },
): Promise<MessageComposer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const printed = new Map<string, Promise<PrintedBrief>>();

  function printFor(sections: readonly string[]): Promise<PrintedBrief> {
    const key = [...sections].sort().join(' ');
    const brief = printed.get(key) ?? print(withSections(rest, sections), NO_TOKEN);
    if (printed.size < MOST_PRINTED) printed.set(key, brief);
    return brief;
  }

  return {
    htmlHash: async () => hashSecret((await (rest === whole ? printFor([]) : print(whole, NO_TOKEN))).html),
    compose: async ({ id, address, wants }) => {
      const { subject, html, text } = await printFor(wants.sections);
      const token = tokenOf(deps, id);
      const personal = (body: string) => body.replaceAll(NO_TOKEN, token);
      const parts = [part('text/plain; charset=utf-8; format=flowed', personal(text))];
      if (!wants.plainText) parts.push(part('text/html; charset=utf-8', personal(html)));
      const composed = new MailComposer({
        from: { name: `${settings.name}: Field Brief`, address: settings.from },
        replyTo: settings.replyTo,
        to: { name: '', address },
        subject,
        messageId: `<${messageKey(deps, whole.day, id)}@${new URL(settings.baseUrl).hostname}>`,
        date: new Date(deps.clock()),
        headers: listHeaders(whole.day, token, settings),
        alternatives: parts,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      const message = await sign(await composed.compile().build());
      // Reports of a failed delivery go to the envelope sender.
      const { bounceHost } = settings;
      const from = bounceHost === null ? settings.from : bounceAddress(whole.day, token, bounceHost);
      return { from, to: address, message };
    },
  };
}

/** Encoded so that no server takes off the spaces at the end of flowed lines. */
function part(contentType: string, content: string) {
  return { contentType, content, contentTransferEncoding: 'quoted-printable' as const };
}

/** The brief with the stories of the chosen sections; with all when none was chosen, or none of them has a story. */
function withSections(content: BriefContent, sections: readonly string[]): BriefContent {
  const stories = content.stories.filter(({ section }) => sections.includes(section));
  return stories.length > 0 ? { ...content, stories } : content;
}

/** The headers of a list (RFC 2369, 2919, 5064, 8058), and those that ask programs not to answer. */
function listHeaders(day: string, token: string, { baseUrl }: MessageSettings) {
  const host = new URL(baseUrl).hostname;
  const prepared = (value: string) => ({ prepared: true, value });
  return {
    'List-Id': prepared(`Field Brief <field-brief.${host}>`),
    'List-Unsubscribe': prepared(
      // No mailto: no program reads such an email, and RFC 8058 asks for the https address alone.
      `<${baseUrl}/brief/unsubscribe/${token}>`,
    ),
    'List-Unsubscribe-Post': prepared('List-Unsubscribe=One-Click'),
    'List-Help': prepared(`<${baseUrl}/brief>`),
    'List-Archive': prepared(`<${baseUrl}/brief>`),
    'List-Post': prepared('NO'),
    'Archived-At': prepared(`<${baseUrl}/brief/${day}>`),
    'Feedback-ID': prepared(`${day}:field-brief:plumbline:${host}`),
    Precedence: prepared('bulk'),
    'X-Auto-Response-Suppress': prepared('OOF, AutoReply'),
  };
}
