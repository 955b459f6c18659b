import type { Publication } from '../../config.ts';
import type { Prose } from './page-prose.ts';

/** What the magazine is and for whom. */
export function aboutProse({ name, description, contact, adDesk }: Publication): Prose {
  return {
    path: '/about',
    title: 'About',
    description,
    sections: [
      {
        id: 'readers',
        title: 'For whom',
        text: [
          `${name} is read by estimators, project managers, superintendents, trade principals and construction companies: people who sign for what they build. It is also read by the programs that research and brief for them.`,
          'Reading needs no account and no key. No page for readers runs a script, sets a cookie or asks another site for anything.',
        ],
      },
      {
        id: 'desks',
        title: 'The desks',
        text: [
          'Five desks, each with a page of its own:',
          [
            '[Field operations](/field-operations): planning, safety, quantities, the daily log.',
            '[Robotics](/robotics): machines that lay out, lift, drill, print and inspect.',
            '[Software](/software): estimating, scheduling, document and agent software in daily use.',
            '[Benchmarks](/benchmarks): what was measured, how, and what the measurement does not say.',
            '[People](/people): the trades, crews and offices that the tools are meant for.',
          ],
        ],
      },
      {
        id: 'forms',
        title: 'Three forms',
        text: [
          'Every article is published as a page, as Markdown and as JSON, from the same words at the same moment. Add `.md` to the address of an article, or begin at [llms.txt](/llms.txt). The [API reference](/api) describes every route; [RSS](/rss.xml) carries whole articles.',
        ],
      },
      {
        id: 'money',
        title: 'Who pays',
        text: [
          'Advertisers do, from an [open price list](/advertise). Ads stand in a ruled box under a label that the magazine sets. Editorial copy, bylines and newsroom headlines are not for sale.',
        ],
      },
      {
        id: 'write',
        title: 'Write to us',
        text: [
          ...(contact ? [`The newsroom: [${contact}](mailto:${contact}).`] : []),
          `The ad desk: [${adDesk}](mailto:${adDesk}).`,
          'How we work, and what we hold ourselves to: [standards](/standards). What we got wrong: [corrections](/corrections).',
        ],
      },
    ],
  };
}
