import { notFound } from '#article/pages/not-found.ts';
import { readLinkAct, useSubscriberLink } from '#brief/subscribers/confirm.ts';
import {
  askToErase,
  changePreferences,
  exportOwnData,
  type PreferencesView,
  preferencesSchema,
  readPreferences,
} from '#brief/subscribers/preferences.ts';
import { isToken } from '#brief/subscribers/tokens.ts';
import { unsubscribe } from '#brief/subscribers/unsubscribe.ts';
import { readForm, validateForm } from '#http/body.ts';
import { JSON_TYPE } from '#http/cache/public-response.ts';
import { callerAddress } from '#http/client-address.ts';
import type { Context } from '#http/context.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { subscriberResponse, withReaderErrors } from './subscriber-page.ts';
import {
  linkDoneHtml,
  linkHtml,
  type PreferencesPage,
  preferencesHtml,
  unsubscribedHtml,
  unsubscribeHtml,
} from './subscriber-pages.ts';

// The pages that links in emails open. The secret in the address is the right to act, so these forms need no check of their
// origin, and mail programs can send them. A GET changes nothing.

/** `GET /brief/confirm/{secret}`: says what the link does, with a button. */
export const showLink = withReaderErrors(async (c) => {
  const secret = c.req.param('secret') ?? '';
  const act = await readLinkAct(c.var.deps, secret);
  return subscriberResponse(await linkHtml(siteSnapshot().publication, act, secret));
});

/** `POST /brief/confirm/{secret}`. */
export const postLink = withReaderErrors(async (c) => {
  const act = await useSubscriberLink(c.var.deps, c.req.param('secret') ?? '');
  return subscriberResponse(await linkDoneHtml(siteSnapshot().publication, act));
});

/** `GET /brief/unsubscribe/{token}`: the same page for every token. */
export async function showUnsubscribe(c: Context): Promise<Response> {
  const token = c.req.param('token') ?? '';
  if (!isToken(token)) return notFound(c, 'html');
  return subscriberResponse(await unsubscribeHtml(siteSnapshot().publication, token));
}

/** `POST /brief/unsubscribe/{token}` (RFC 8058): reads no body, no cookie and no origin, and redirects nowhere. */
export const postUnsubscribe = withReaderErrors(async (c) => {
  const token = c.req.param('token') ?? '';
  if (!isToken(token)) return notFound(c, 'html');
  await unsubscribe(c.var.deps, token);
  return subscriberResponse(await unsubscribedHtml(siteSnapshot().publication));
});

/** `GET /brief/preferences/{token}`. */
export const showPreferences = withReaderErrors((c) => preferencesPage(c, null));

/** `POST /brief/preferences/{token}`. */
export const postPreferences = withReaderErrors(async (c) => {
  const fields = await readForm(c.req.raw);
  const wanted = validateForm(
    preferencesSchema,
    {
      weekly: fields.get('weekly') === 'on',
      sections: fields.getAll('sections'),
      plainText: fields.get('plainText') === 'on',
    },
    { sections: 'The list of sections' },
  );
  await changePreferences(c.var.deps, tokenIn(c), wanted);
  return preferencesPage(c, 'saved');
});

/** `POST /brief/preferences/{token}/erase`: emails the link that erases. */
export const postEraseRequest = withReaderErrors(async (c) => {
  const { deps, limits } = c.var;
  await limits.spendAddress('subscribe', callerAddress(c));
  await askToErase(deps, siteSnapshot().publication, tokenIn(c));
  return preferencesPage(c, 'erase asked');
});

/** `GET /brief/preferences/{token}/export`. */
export const exportPreferences = withReaderErrors(async (c) => {
  const data = await exportOwnData(c.var.deps, tokenIn(c));
  return subscriberResponse(`${JSON.stringify(data, null, 2)}\n`, 200, {
    'Content-Type': JSON_TYPE,
    'Content-Disposition': 'attachment; filename="field-brief-data.json"',
  });
});

async function preferencesPage(c: Context, notice: PreferencesPage['notice']): Promise<Response> {
  const token = tokenIn(c);
  const view: PreferencesView = await readPreferences(c.var.deps, token);
  return subscriberResponse(await preferencesHtml(siteSnapshot().publication, { token, view, notice }));
}

/** An ill-formed token belongs to nobody either, which the domain says. */
function tokenIn(c: Context): string {
  return c.req.param('token') ?? '';
}
