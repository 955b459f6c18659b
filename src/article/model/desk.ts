export const DESK_SLUGS = ['field-operations', 'robotics', 'software', 'benchmarks', 'people'] as const;
export type Desk = (typeof DESK_SLUGS)[number];

/** The magazine's sections, in the order in which they are printed. */
export const DESKS: readonly { slug: Desk; name: string; about: string }[] = [
  {
    slug: 'field-operations',
    name: 'Field operations',
    about: 'AI on the site: planning, safety, quantities, the daily log.',
  },
  { slug: 'robotics', name: 'Robotics', about: 'Machines that lay out, lift, drill, print and inspect.' },
  { slug: 'software', name: 'Software', about: 'Estimating, scheduling, document and agent software in daily use.' },
  { slug: 'benchmarks', name: 'Benchmarks', about: 'What was measured, how, and what the measurement does not say.' },
  { slug: 'people', name: 'People', about: 'The trades, crews and offices that the tools are meant for.' },
];

export function isDesk(slug: string): slug is Desk {
  return (DESK_SLUGS as readonly string[]).includes(slug);
}

/** The printed name of a desk; the slug itself when there is no such desk. */
export function deskName(slug: string): string {
  return DESKS.find((desk) => desk.slug === slug)?.name ?? slug;
}
