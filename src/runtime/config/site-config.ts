import type { Settings } from './env.ts';

// The identity of the publication: the environment has the first values, and chiefs replace them in the newsroom (`src/site`).

/** A link of the navigation or the footer: `href` is a path of this site or an https address. */
export type SiteLink = { label: string; href: string };

/** The picture in place of the name of the publication: a PNG at `/logo/HASH.png`. */
export type Logo = { hash: string; width: number; height: number };

/** The properties that chiefs set in the newsroom; the environment has the values until then. */
export type SiteIdentity = {
  name: string;
  description: string;
  /** Shown when an article names no author. */
  byline: string;
  /** The email address for readers, agents and people who find defects; null when none is set. */
  contact: string | null;
  language: string;
  /** The IANA time zone of the newsroom, whose day dates invoices. */
  timeZone: string;
  /** The postal address below each email of the Field Brief; null when none is set. */
  postalAddress: string | null;
  logo: Logo | null;
  /** The colour of links and marks in the light scheme, `#rrggbb`; null for the colour of the software. */
  accent: string | null;
  /** Links after those to the sections, in order. */
  navigation: readonly SiteLink[];
  /** Links before the other links of the footer, in order. */
  footer: readonly SiteLink[];
  /** The https addresses of the publication's profiles elsewhere. */
  social: readonly string[];
};

/** The same before the byline is known: null where it follows the name. */
export type SiteDefaults = Readonly<Omit<SiteIdentity, 'byline'> & { byline: string | null }>;

/** The settings of the environment that the newsroom can replace. */
export function readSiteDefaults(env: Settings): SiteDefaults {
  return Object.freeze({
    name: env.PUBLICATION_NAME,
    description:
      'An independent online magazine about AI in construction work, for estimators, project managers, superintendents, trade principals and construction companies.',
    byline: null,
    contact: env.PUBLICATION_CONTACT ?? null,
    language: env.PUBLICATION_LANGUAGE,
    timeZone: env.PUBLICATION_TIME_ZONE,
    postalAddress: env.BRIEF_POSTAL_ADDRESS ?? null,
    logo: null,
    accent: null,
    navigation: [],
    footer: [],
    social: [],
  });
}

/** The identity of the publication with these settings. */
export function identityOf({ byline, ...rest }: SiteDefaults): SiteIdentity {
  return { ...rest, byline: byline ?? `${rest.name} newsroom` };
}
