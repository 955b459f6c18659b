import type { Html } from '#html/html.ts';
import { drawFields, formFields, type ShownForm, wrongFields } from '#html/newsroom/kit/form.ts';
import { EMAIL_MODES, type EmailMode } from '#people/email-preference.ts';

const LABELS: Record<EmailMode, string> = {
  at_once: 'At once, for each new thing',
  daily: 'Once a day, in the morning',
  none: 'Never',
};

const FIELDS = formFields({
  emails: {
    label: 'Email me what waits for me, and news of my articles',
    kind: 'select',
    options: EMAIL_MODES.map((value) => ({ value, text: LABELS[value] })),
    hint: 'A review, a comment, changes that were requested, an approval, a publication, a number to check again: with what to do and a link to the place. You get none about what you did yourself.',
  },
});

/** How often a person gets emails about articles that wait for them: in the profile, and when they accept an invitation. */
export function emailsField(mode: EmailMode, failure: ShownForm['failure'] = null): Html {
  return drawFields(FIELDS, { typed: new URLSearchParams({ emails: mode }), failure });
}

/** @throws validation_failed */
export function readEmailsField(emails: string | null | undefined): EmailMode {
  const mode = EMAIL_MODES.find((candidate) => candidate === emails);
  if (!mode) throw wrongFields([{ path: 'emails', message: 'Choose one of the three.' }]);
  return mode;
}
