// What the columns of a list say about consent. Consent comes first: a word that may say that a person left leaves the person out.

/** What the columns say of a person: `why` names the column and its word. */
export type Consent = { says: 'agreed' } | { says: 'opted out' | 'unclear'; why: string };

type ColumnKind = 'status' | 'left' | 'wants' | 'perhaps status' | 'other';
type ConsentColumn = { name: string; at: number; kind: ColumnKind };

/** Names of columns in one spelling, in English, German, French, Spanish, Italian, Portuguese and Dutch. The first that fits counts. */
const KINDS: readonly [ColumnKind, RegExp][] = [
  // Parts of the machine of another system, and times of consent, which `SINCE` reads.
  [
    'other',
    /_(?:url|link|id|ip|token|hash|source|count)$|^(?:optin_time|confirm_time|subscription_date|subscribed_at)$/,
  ],
  ['status', /(?:^|_)(?:status|statut|zustand)(?:_|$)|status$|^subscriber_type$|статус|状态|ステータス/],
  [
    'left',
    /unsub|opt(?:ed)?_?out|deleted|disabled|block(?:ed|listed)|bounce|complain|suppress|cleaned|clean_time|do_not_|abgemeld|abmeld|abbestell|ausgetragen|gesperrt|widerruf|desabonn|desinscri|(?:^|_)baja|disiscri|cancell?ed|uitgeschreven|afgemeld|(?:^|_)(?:left|removed)(?:_|$)/,
  ],
  [
    'wants',
    /(?:^|_)(?:subscribed|weekly|newsletter|mailing|(?:email_)?marketing)(?:_to_emails)?$|opt(?:ed)?_?in|consent|permission|accept|agree|gdpr|dsgvo|rgpd|einwillig|zustimm|einverstanden|erlaub|angemeldet|abonn(?!ement)|inscrit|suscrit|iscritt|autori[sz]|permiso|toestemming/,
  ],
  // Other lists have a part of a country or an occupation there.
  ['perhaps status', /^(?:state|type|estado|stato|etat)$/],
];

const AGREED =
  /^(?:subscribed?|active|confirmed|enabled|regular|premium|free|paid|comped|gift(?:ed)?|trial(?:ed|ing)?|opt(?:ed)?_in|accepted|granted|verified|abonniert|angemeldet|aktiv|bestatigt|eingetragen|abonne|inscrit|actif|suscrito|activo|inscrito|iscritto|attivo|ativo|ingeschreven|actief)$/;
/** A value that says that the person unsubscribed, in any column. */
const LEFT =
  /^(?:un_?subscribed?|unsub|(?:non|not|never)_?subscribed|opt(?:ed)?_?out|(?:hard_|soft_)?bounced?|complain(?:ed|t)|spam(?:my)?|suppressed|block(?:ed|listed)|do_not_(?:email|mail|contact)|abgemeldet|abbestellt|ausgetragen|gesperrt|desabonne|desinscrit|(?:dado_de_)?baja|disiscritto|uitgeschreven|afgemeld)$/;
const NOT_AGREED =
  /^(?:cleaned|disabled|cancell?ed|inactive|removed|deleted|archived|undeliverable|unactivated|unconfirmed|pending|paused|erased|left|revoked|withdrawn|denied|declined|rejected|invalid|inaktiv|unbestatigt|geloscht|widerrufen|abgelehnt|inactif|inactivo|inattivo|inativo|cancelado|inactief)$/;
const TRUE = /^(?:true|yes|y|t|1|on|x|ok|ja|j|oui|si|sim|wahr|vrai)$/;
const FALSE = /^(?:|false|no|n|f|0|null|none|off|nein|non|nao|nee|falsch|faux|0000_00_00(?:_00_00_00)?)$/;
/** A word that only a status has: its column is one, whatever it is called. */
const STATUS_WORD = /^(?:subscribed|abonniert|abonne|suscrito|iscritto|opt(?:ed)?_in)$/;

/** One spelling: “Email Address”, `email_address` and “E-Mail-Adresse” differ only in their words. */
export function foldWord(typed: string): string {
  return typed
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '');
}

/** The columns about consent, found by their names and by their values. `names` is empty for a list without a header. */
export function consentColumns(names: readonly string[], rows: readonly (readonly string[])[]): ConsentColumn[] {
  // The export of this service has words there, about how each person agreed.
  const isOwn = ['asked_at', 'confirmed_at', 'origin'].every((name) => names.includes(name));
  const width = rows.reduce((widest, { length }) => Math.max(widest, length), names.length);
  return Array.from({ length: width }, (_, at) => {
    const name = names[at] ?? '';
    const named = isOwn && name === 'consent' ? 'other' : KINDS.find(([, pattern]) => pattern.test(name))?.[0];
    const kind = named ?? kindByContent(rows.map((cells) => foldWord(cells[at] ?? '')));
    return { name: name === '' ? `column ${at + 1}` : name, at, kind };
  }).filter(({ kind }) => kind !== 'other');
}

function kindByContent(words: readonly string[]): ColumnKind {
  if (words.some((word) => STATUS_WORD.test(word))) return 'status';
  return words.some((word) => LEFT.test(word)) ? 'perhaps status' : 'other';
}

/** What the columns say of the person in a row: one word against consent counts more than all for it. */
export function readConsent(columns: readonly ConsentColumn[], cells: readonly string[]): Consent {
  let unclear: Consent | null = null;
  for (const { name, at, kind } of columns) {
    const word = foldWord(cells[at] ?? '');
    const says = readCell(kind, word);
    if (says === 'agreed') continue;
    const consent = { says, why: `${name}: ${sayCell(kind, word)}` };
    if (says === 'opted out') return consent;
    unclear ??= consent;
  }
  return unclear ?? { says: 'agreed' };
}

function readCell(kind: ColumnKind, word: string): Consent['says'] {
  const isAgainst = LEFT.test(word) || NOT_AGREED.test(word);
  if (kind === 'perhaps status') return isAgainst ? 'opted out' : 'agreed';
  if (kind === 'left') return FALSE.test(word) ? 'agreed' : 'opted out';
  if (isAgainst || (kind === 'wants' && word !== '' && FALSE.test(word))) return 'opted out';
  if (AGREED.test(word)) return 'agreed';
  return kind === 'wants' && (TRUE.test(word) || /^\d{4}_\d\d_\d\d/.test(word)) ? 'agreed' : 'unclear';
}

/** What the cell says, where it is one of few words; a time or a reason of a person is only “set”. */
function sayCell(kind: ColumnKind, word: string): string {
  if (kind === 'left' && !TRUE.test(word)) return 'set';
  return word === '' ? 'empty' : word.slice(0, 40);
}
