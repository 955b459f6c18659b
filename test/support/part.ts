import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Deps } from '#runtime/deps.ts';
import type { After, Person, TestSite } from './site.ts';

/** What a capability adds to tests of the whole product, as `part` in `part.ts` in its folder of tests. Nothing else names it. */
export type TestPart = {
  /** The name of the capability, as tests name it. */
  name: string;
  /** Settings with which all its pages have something to show. */
  settings?: Readonly<Record<string, string>>;
  /** Publishes what its public pages show. Returns the parameters of their addresses, such as `day` for `/brief/:day`. The site needs `settings`. */
  publish?: (site: TestSite) => Promise<Record<string, string>>;
  /** Some of its exported public addresses, each with the headers of a request and the type of the answer, after `publish`. */
  answers?: readonly (readonly [path: string, headers: Record<string, string>, type: string])[];
  /** Stores a secret that the key of the site encrypts, and returns how it is read. */
  keepSecret?: (deps: Deps) => Promise<(deps: Deps) => Promise<unknown>>;
  /** Stores words that no export has, and returns them. */
  plantSecrets?: (site: TestSite, chief: Person) => Promise<string[]>;
  /** Routes of writes that need no account and no token, each with the reason. */
  openWrites?: Readonly<Record<string, string>>;
  /** Routes of the newsroom that return no page: downloads and pictures. */
  noPages?: readonly string[];
  /** Public pages of its own, each with the style sheet that it links to. */
  styled?: Readonly<Record<string, string>>;
  /** Saves its settings with words that hold `word`. Returns words that public pages then show. */
  describeSite?: (site: TestSite, word: string) => Promise<string[]>;
  /** Addresses where a crawl of its pages begins. */
  starts?: readonly string[];
  /** Creates what its pages of the newsroom show, and returns the addresses of each route. */
  fillNewsroomPages?: (site: TestSite, chief: Person) => Promise<Record<string, string[]>>;
  /** Adds rows to the database that is kept of a release. */
  fillRelease?: (site: TestSite, editor: Person) => Promise<unknown>;
  /** Books a sponsor for the Field Brief of a day. */
  sponsorBrief?: (site: TestSite, editor: Person, day: string) => Promise<unknown>;
  /** Pages of the newsroom that the handbook shows, and what they need. */
  handbook?: { fill: (site: TestSite, chief: Person) => Promise<unknown>; shots: readonly Shot[] };
  /** Sends each of its kinds of email, and reads its documents, on a site that changed its name. Returns the other sites that sent some. */
  sendEveryEmail?: (site: TestSite, name: Renamed, t: After) => Promise<readonly TestSite[]>;
};

/** A page to take a picture of. `prepare` brings the page into the state that the picture shows. */
export type Shot = { name: string; path: string; prepare?: (page: Page) => Promise<unknown> };
/** The name that a site has, and a word of the name it had. */
export type Renamed = { now: string; before: string };

const support = import.meta.dirname;

export async function loadParts(): Promise<TestPart[]> {
  const files = globSync('*/part.ts', { cwd: support });
  return Promise.all(files.sort().map(async (file) => (await import(join(support, file))).part));
}

/** The settings of all parts. */
export function settingsOf(parts: readonly TestPart[]): Record<string, string> {
  return Object.assign({}, ...parts.map(({ settings }) => settings));
}

/** Publishes what the public pages of all parts show. Returns the parameters of their addresses. */
export async function publishParts(parts: readonly TestPart[], site: TestSite): Promise<Record<string, string>> {
  const parameters: Record<string, string> = {};
  for (const { publish } of parts) Object.assign(parameters, await publish?.(site));
  return parameters;
}

/** A path such as `/brief/{day}` or `/brief/:day` with its parameters filled. */
export function fillPath(path: string, parameters: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}|:(\w+)/g, (whole, name, after) => parameters[name ?? after] ?? whole);
}
