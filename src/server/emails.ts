import { CAPABILITIES } from '#app.ts';
import type { EmailParts } from '#http/capability.ts';
import type { Deps } from '#runtime/deps.ts';
import type { Email } from '#runtime/mail/outbox.ts';
import type { Attachment } from '#runtime/mail/send-mail.ts';

/** Adds the secrets of its links to an email, by the capability that made the links; null when it must no longer be sent. */
export async function completeEmail(deps: Deps, waiting: Email): Promise<string | null> {
  let { text } = waiting;
  for (const parts of await loadParts()) {
    const completed = parts.completeEmail ? await parts.completeEmail(deps, { ...waiting, text }) : text;
    if (completed === null) return null;
    text = completed;
  }
  return text;
}

/** The file of an attachment, from the capability that has it. @throws not_found, storage_full */
export async function readAttachment(deps: Deps, name: string): Promise<Attachment> {
  for (const parts of await loadParts()) {
    const attachment = await parts.readAttachment?.(deps, name);
    if (attachment) return attachment;
  }
  throw new Error(`No reader for the attachment ${name}`);
}

function loadParts(): Promise<EmailParts[]> {
  return Promise.all(CAPABILITIES.flatMap(({ emails }) => (emails ? [emails()] : [])));
}
