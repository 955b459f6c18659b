import { type Fields, formFields, readFields } from '#html/newsroom/kit/form.ts';
import type { SiteDefaults } from '#runtime/config/site-config.ts';
import { contrast, darkShade, isLegible, LEAST_CONTRAST, legibleShade, PAPER } from '#site/colour.ts';
import { SETTING_LABELS } from '#site/setting-text.ts';
import { type SiteChange, type SiteSetting, siteSchema } from '#site/site-schema.ts';

// The settings of the site as fields. An empty field takes the value of the environment.

const { shape } = siteSchema;

const LANGUAGES = ['en', 'en-GB', 'en-US', 'de', 'de-AT', 'de-CH', 'es', 'fr', 'it', 'nl', 'pl', 'pt-BR', 'sv'];

export const LOOK_FIELDS = formFields({
  name: {
    label: SETTING_LABELS.name,
    schema: shape.name,
    most: 60,
    hint: 'In the header, feeds, emails and invoices.',
    optional: true,
  },
  description: {
    label: SETTING_LABELS.description,
    kind: 'area',
    rows: 2,
    schema: shape.description,
    most: 300,
    hint: 'One sentence for the home page, feeds, search engines and agents.',
    optional: true,
  },
  accent: {
    label: SETTING_LABELS.accent,
    kind: 'colour',
    none: '#c2410c',
    schema: shape.accent,
    told: (colour) => ({ text: contrastWords(colour), isBad: !isLegible(colour) }),
    hint: 'For links and marks. The shade for the dark page is made from it. Empty: the colour of the software.',
    optional: true,
  },
  language: {
    label: SETTING_LABELS.language,
    schema: shape.language,
    proposals: LANGUAGES,
    hint: 'The language of the articles, as a tag: en, de-AT. The newsroom stays English.',
    optional: true,
  },
  timeZone: {
    label: SETTING_LABELS.timeZone,
    kind: 'zone',
    schema: shape.timeZone,
    hint: 'Readers see days in it. The newsroom shows times in it, unless a person chose another zone. It dates invoices.',
    optional: true,
  },
  byline: {
    label: SETTING_LABELS.byline,
    schema: shape.byline,
    most: 120,
    hint: 'Shown when an article names no author. Empty: the name of the magazine and “newsroom”.',
    optional: true,
  },
  contact: {
    label: SETTING_LABELS.contact,
    kind: 'email',
    schema: shape.contact,
    hint: 'Choose one that the newsroom reads every day. Everybody can see it.',
    optional: true,
  },
  postalAddress: {
    label: SETTING_LABELS.postalAddress,
    schema: shape.postalAddress,
    hint: 'In one line, below each Field Brief. The law asks for it.',
    optional: true,
  },
});

export const LINK_FIELDS = formFields({
  navigation: {
    label: 'Links after the sections',
    kind: 'links',
    rowName: 'Link',
    labels: ['Text', 'Address'],
    schema: shape.navigation,
    subject: SETTING_LABELS.navigation,
    hint: 'At the head of each page. An address is a path of this site such as /about, or begins with https://.',
    optional: true,
  },
  footer: {
    label: 'Links in the footer',
    kind: 'links',
    rowName: 'Link',
    labels: ['Text', 'Address'],
    schema: shape.footer,
    subject: SETTING_LABELS.footer,
    hint: 'At the foot of each page, before the other links.',
    optional: true,
  },
});

export const SHARING_FIELDS = formFields({
  social: {
    label: SETTING_LABELS.social,
    kind: 'lines',
    rowName: 'Address',
    type: 'url',
    schema: shape.social,
    hint: 'Accounts of the magazine on other sites, as https addresses. The footer links to them, and search engines connect them with the site.',
    optional: true,
  },
});

/** Every field that a preview can show. */
export const SITE_FIELDS = { ...LOOK_FIELDS, ...LINK_FIELDS, ...SHARING_FIELDS };

/**
 * The change that a form asks for: what is empty, or equal to the value of the environment, removes the stored value.
 * @throws validation_failed that names each wrong field
 */
export function readSiteForm(fields: Fields, typed: URLSearchParams, defaults: SiteDefaults): SiteChange {
  const values = readFields(fields, typed) as Partial<Record<SiteSetting, unknown>>;
  const change = Object.entries(values).map(([name, value]) => {
    const isDefault = JSON.stringify(value) === JSON.stringify(defaults[name as SiteSetting]);
    return [name, isDefault ? null : value];
  });
  return Object.fromEntries(change);
}

/** The fields of these that a form has sent, which are those of one page. */
export function sentFields(typed: URLSearchParams): Fields {
  return Object.fromEntries(
    Object.entries(SITE_FIELDS).filter(([name]) => typed.has(name) || typed.has(`${name}.label`)),
  );
}

/** Whether an accent is legible, in numbers: `Legible: 7.3 to 1 on light, 4.6 to 1 on dark`. */
export function contrastWords(colour: string): string {
  const ratio = (value: number) => `${(Math.floor(value * 10) / 10).toFixed(1)} to 1`;
  const light = contrast(colour, PAPER.light);
  if (!isLegible(colour))
    return `Too light: ${ratio(light)} on the light page, and it needs ${LEAST_CONTRAST} to 1. ${legibleShade(colour)} is dark enough.`;
  return `Legible: ${ratio(light)} on light, ${ratio(contrast(darkShade(colour), PAPER.dark))} on dark`;
}
