export const DESK_SLUGS = ['field-operations', 'robotics', 'software', 'benchmarks', 'people'] as const;
export type Desk = (typeof DESK_SLUGS)[number];

/** The magazine's sections, in the order they are printed. */
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

/** The desk's name as printed; the slug itself where it is no desk of ours. */
export function deskName(slug: string): string {
  return DESKS.find((desk) => desk.slug === slug)?.name ?? slug;
}
