import { html } from 'hono/html';
import { type LastRound, readLastRound } from '#brief/bounces/read-mailbox.ts';
import { type CheckedRecord, checkDns, type DnsSettings, readDnsCheck } from '#brief/domain/check-dns.ts';
import { readDkimKey } from '#brief/domain/dkim-key.ts';
import { expectedRecords } from '#brief/domain/dns-records.ts';
import { mailDomain } from '#brief/domain/sign-message.ts';
import type { Html } from '#html/html.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { pill } from '#html/newsroom/kit/pill.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { BRIEF_STYLES } from './briefs-page.ts';

/** `GET /newsroom/mail-domain`: the sender of the brief, and the DNS records it needs, as the DNS had them at the last check. */
export async function showMailDomain(c: Context): Promise<Response> {
  const { deps, config } = c.var;
  const settings = config.mailDomain;
  const key = await readDkimKey(deps);
  const last = await readDnsCheck(deps.db.read);
  const records = expectedRecords(settings, key).map(
    (record) => last?.records.find(({ name, value, kind }) => isSame(record, { name, value, kind })) ?? record,
  );
  return newsroomPage(c, {
    title: 'Sending domain',
    scripts: ['mail-domain'],
    styles: BRIEF_STYLES,
    head: {
      title: 'Sending domain',
      primary: {
        form: html`<form method="post" action="/newsroom/mail-domain/check">${button({ text: 'Compare now' })}</form>`,
      },
    },
    toast: c.req.query('done') === 'compared' ? { text: recordWords(records) } : null,
    main: html`<p class="hint">Receivers trust the Field Brief when the DNS of ${mailDomain(settings.from)} says who sends and signs for it.</p>
${await senderSection(c, await readLastRound(deps.db.read))}
${keyNote(settings.dkim, key !== null)}
<section aria-labelledby="records-title">
<h2 id="records-title">DNS records</h2>
<p class="hint">${last ? html`<strong>${recordWords(records)}</strong> ` : ''}${last ? html`Compared with the DNS ${formatTime(last.at)} (UTC).` : 'Not yet compared with the DNS.'} The server compares them every six hours. A changed record can take some hours to be seen everywhere.</p>
${records.map(recordSection)}
<p class="unseen" role="status" id="copied"></p>
</section>`,
  });
}

/** `POST /newsroom/mail-domain/check`. */
export async function postDnsCheck(c: Context): Promise<Response> {
  await checkDns(c.var.deps, c.var.config.mailDomain);
  return redirect('/newsroom/mail-domain?done=compared');
}

const LOOPBACK = /^(?:127\.[0-9.]+|\[::1\]|localhost)$/i;

type Named = { name: string; value: string; kind: string };

function isSame(record: Named, other: Named): boolean {
  return record.kind === other.kind && record.name === other.name && record.value === other.value;
}

async function senderSection(c: Context, last: LastRound | null): Promise<Html> {
  const { mailDomain: settings, mail } = c.var.config;
  const { contact } = siteSnapshot().publication;
  const { protocol, hostname } = new URL(settings.baseUrl);
  const hasMailbox = c.var.config.bounces.mailbox !== null;
  const rows: [string, string | Html][] = [
    ['From', html`<code>${settings.from}</code> (<code>BRIEF_FROM</code>)`],
    [
      'Reply-To',
      html`<code>${contact ?? mail?.from ?? settings.from}</code> (the <a href="/newsroom/contact">address for readers</a>)`,
    ],
    [
      'Reports of failed deliveries',
      settings.bounceHost === null
        ? html`to the sender, and nobody counts them: set <code>BOUNCE_HOST</code>`
        : html`<code>bounce+…@${settings.bounceHost}</code> (<code>BOUNCE_HOST</code>)`,
    ],
    ['Mailbox for reports', hasMailbox ? mailboxLine(last) : html`none: set <code>BOUNCE_IMAP_URL</code>`],
    [
      'Mail server',
      settings.mailHost === null ? html`none: set <code>SMTP_URL</code>` : html`<code>${settings.mailHost}</code>`,
    ],
    [
      'Links',
      protocol === 'https:' || LOOPBACK.test(hostname)
        ? html`<code>${settings.baseUrl}</code>`
        : html`<code>${settings.baseUrl}</code>, which is not https: set <code>BASE_URL</code>`,
    ],
  ];
  return html`<section aria-labelledby="sender-title"><h2 id="sender-title">The sender</h2>
<dl class="copy">${rows.map(([term, says]) => html`<div><dt>${term}</dt><dd>${says}</dd></div>`)}</dl></section>`;
}

function mailboxLine(last: LastRound | null): Html {
  if (!last) return html`not read yet`;
  const { at, trouble, moved, failures } = last;
  return html`read ${formatTime(at)} (UTC): ${trouble ?? `${moved} reports moved, ${failures} of them failures`}`;
}

function keyNote(dkim: DnsSettings['dkim'], hasKey: boolean): Html | string {
  if (dkim === 'relay')
    return html`<p>The mail server signs (<code>BRIEF_DKIM=relay</code>): its own pages show the DKIM record.</p>`;
  if (hasKey) return '';
  return html`<div class="refusal"><p><strong>The site has no DKIM key.</strong></p><p>Receivers could not check who signed the email. The operator makes the key with <code>plumbline brief key</code>. Until then no brief is sent.</p></div>`;
}

const STATES = { ok: 'Found', missing: 'Missing', differs: 'Differs', unknown: 'No answer' };

/** How many records the DNS has, in words. */
function recordWords(records: readonly ShownRecord[]): string {
  const count = records.filter(({ state }) => state === 'ok').length;
  if (count === records.length) return 'The DNS has every record.';
  return `The DNS has ${count} of ${records.length} records.`;
}

function statePill(state: ShownRecord['state']): Html {
  if (!state) return pill('Not compared');
  return pill(STATES[state], state === 'ok' ? 'ready' : state === 'unknown' ? undefined : 'block');
}

type ShownRecord = Pick<CheckedRecord, 'kind' | 'type' | 'name' | 'value' | 'purpose'> & Partial<CheckedRecord>;

function recordSection({ kind, type, name, value, purpose, state, message, found: texts }: ShownRecord): Html {
  const id = kind.toLowerCase();
  return html`<section class="dns-record" aria-labelledby="${id}-title">
<h3 id="${id}-title">${kind} ${statePill(state)}</h3>
<p>${purpose}${message ? html` <strong>${message}</strong>` : ''}</p>
<dl class="copy">
<div><dt>Name</dt><dd><code id="${id}-name">${name}</code> ${copyButton(`${id}-name`, `the name of the ${kind} record`)}</dd></div>
<div><dt>Type</dt><dd>${type}</dd></div>
<div><dt>Value</dt><dd><code id="${id}-value">${value}</code> ${copyButton(`${id}-value`, `the value of the ${kind} record`)}</dd></div>
${texts && texts.length > 0 && texts[0] !== value ? html`<div><dt>The DNS has</dt><dd>${texts.map((text) => html`<code>${text}</code> `)}</dd></div>` : ''}
</dl>
</section>`;
}

/** Shown by the script of the page: without it nothing can be copied by a button. */
function copyButton(of: string, what: string): Html {
  return html`<button type="button" class="btn plain" data-copies="${of}" hidden>Copy<span class="unseen"> ${what}</span></button>`;
}
