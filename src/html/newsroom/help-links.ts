/** The sections of the handbook, by the pages they are about. The first pattern that fits an address counts. */
const SECTIONS: readonly [RegExp, string][] = [
  [/^\/articles\/[^/]+\/edit/, 'Write an article'],
  [/^\/articles\/[^/]+\/(?:figures|wordings)/, 'Settle the numbers'],
  [/^\/names/, 'Settle the numbers'],
  [/^\/articles\/[^/]+\/compare/, 'Compare two revisions'],
  [/^\/articles\/[^/]+\/(?:preview|previews)$/, 'Show an article before it is published'],
  [/^\/articles\/[^/]+\/(?:publish|schedule|unpublish|move)/, 'Publish, schedule and correct'],
  [/^\/articles\/[^/]+\/related/, 'Choose what to read next'],
  [/^\/articles\//, 'Review an article'],
  [/^\/new$/, 'Write an article'],
  [/^\/(?:calendar|weeks)/, 'See the month and the weeks'],
  [/^\/front/, 'Arrange the front page'],
  [/^\/series/, 'Make a series'],
  [/^\/site/, 'Make the site yours'],
  [/^\/(?:sections|pages)/, 'Choose sections and pages'],
  [/^\/pictures/, 'Put a picture above the headline'],
  [/^\/briefs/, 'Make the Field Brief'],
  [/^\/subscribers/, 'Look after the subscribers'],
  [/^\/mail-domain/, 'Set up the sending domain'],
  [/^\/export/, 'Take everything out'],
  [/^\/integrations/, 'Tell other sites what changes'],
  [/^\/imports/, 'Take articles over from another system'],
  [/^\/(?:ads|suppliers|price-list)/, 'Run the ad desk'],
  [/^\/agents/, 'Let an agent write'],
  [/^\/journal/, 'Find out who did what'],
  [/^\/(?:team|bylines|tags)/, 'Look after people'],
  [/^\/(?:profile|password|sessions|second-factor)/, 'Sign in and look after your account'],
];
const BOARD = 'Find what waits for you';

/** The section of the handbook about a page of the newsroom. */
export function helpSection(path: string): string {
  if (path.startsWith('/agent/')) return 'Let an agent write';
  const within = path.replace(/^\/newsroom/, '');
  return SECTIONS.find(([pattern]) => pattern.test(within))?.[1] ?? BOARD;
}

/** The address of that section. */
export function helpLink(path: string): string {
  return `/newsroom/help#${headingId(helpSection(path))}`;
}

/** The id of a heading, as code hosting sites make it. */
export function headingId(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
}
