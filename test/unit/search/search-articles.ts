import { CLI } from '#core/actor.ts';
import { addAuthorOrTag } from '#people/bylines.ts';
import { goLive } from '../../support/live.ts';
import type { TestSite } from '../../support/site.ts';

// Thirty short articles for tests of the search, oldest first, one hour apart.

type Short = {
  slug: string;
  headline: string;
  dek: string;
  body: string;
  section?: string;
  by?: string;
  tags?: string[];
};

const ARTICLES: readonly Short[] = [
  {
    slug: 'which-foot',
    section: 'benchmarks',
    headline: 'Which foot is on the drawing',
    dek: 'The survey foot ended in 2022, and old control points still use it.',
    body: 'Two parts per million is four feet over two million. Ask which unit the control was set in.',
    by: 'Ines Calloway',
    tags: ['Surveying'],
  },
  {
    slug: 'bid-day',
    section: 'people',
    headline: 'What a bid day looks like',
    dek: 'Three estimators and a telephone that does not stop.',
    body: 'The last quote came in four minutes before the bid was due. Nobody bidding that day had slept.',
    tags: ['Estimating'],
  },
  {
    slug: 'layout-robot',
    section: 'robotics',
    headline: 'A layout robot on a live slab',
    dek: 'What to check before you rely on the lines it prints.',
    body: 'The machine drew anchors and walls in one night. A crew checked every tenth point by tape.',
    tags: ['Layout'],
  },
  {
    slug: 'rebar-tying',
    section: 'robotics',
    headline: 'Robots that tie rebar',
    dek: 'Bridge decks are flat, and that is why the gantry works there.',
    body: 'The gantry ties eleven hundred crossings in an hour and leaves the edges to people.',
    by: "Siobhán O'Brien",
    tags: ['Bridges'],
  },
  {
    slug: 'drone-stockpile',
    section: 'field-operations',
    headline: 'How drones measure a stockpile',
    dek: 'Volume from photographs, and where the error hides.',
    body: 'A wet surface shines and the model sinks. Measurement error was 3.2 percent against the truck tickets.',
    by: 'Marta Lindqvist',
    tags: ['Drones', 'Surveying'],
  },
  {
    slug: 'tower-crane',
    section: 'field-operations',
    headline: 'A camera under the tower crane',
    dek: 'Blind lifts with a picture of the hook.',
    body: 'The operator sees the load and the riggers. Wind still decides when lifting stops.',
    tags: ['Cranes', 'Safety'],
  },
  {
    slug: 'harness',
    section: 'people',
    headline: 'The harness nobody wore',
    dek: 'What a near miss taught one roofing crew.',
    body: 'He had clipped and unclipped it forty times that morning. Safety talks changed after that.',
    tags: ['Safety'],
  },
  {
    slug: 'concrete-sensors',
    section: 'field-operations',
    headline: 'Sensors in concrete say when to strip',
    dek: 'Maturity curves instead of broken cylinders.',
    body: 'Curing depends on heat. The formwork came off eleven hours earlier than the schedule said.',
    by: 'Marta Lindqvist',
    tags: ['Concrete'],
  },
  {
    slug: 'schedule-model',
    section: 'software',
    headline: 'Scheduling with a model that reads weather',
    dek: 'It moved the pour twice and was right once.',
    body: 'The planner keeps the last word. A schedule is a promise to other trades.',
    tags: ['Planning'],
  },
  {
    slug: 'takeoff',
    section: 'software',
    headline: 'Automatic takeoff, counted twice',
    dek: 'Doors were right, ducts were not.',
    body: 'The program counted 412 doors and a person counted 409. Quantity takeoffs need a second look.',
    tags: ['Estimating'],
  },
  {
    slug: 'submittals',
    section: 'software',
    headline: 'Reading submittals overnight',
    dek: 'A language model compares the specification with the product data.',
    body: 'It found a missing fire rating. It also invented a clause that no document had.',
    by: 'Ines Calloway',
    tags: ['Specifications'],
  },
  {
    slug: 'exoskeleton',
    section: 'people',
    headline: 'Six weeks in an exoskeleton',
    dek: 'A drywall finisher tells what his shoulders think of it.',
    body: 'Overhead work got lighter. Climbing a ladder got slower.',
    tags: ['Drywall'],
  },
  {
    slug: 'total-station',
    section: 'benchmarks',
    headline: 'Three total stations, one monument',
    dek: 'We shot the same point two hundred times.',
    body: 'The spread was two millimetres. Temperature explained half of it. See the follow-up in May.',
    tags: ['Surveying'],
  },
  {
    slug: 'brick-laying',
    section: 'robotics',
    headline: 'The bricklaying machine comes to a school',
    dek: 'One wall, two masons and a boom.',
    body: 'Adhesive instead of mortar. The masons set the corners and the machine filled the field.',
    tags: ['Masonry'],
  },
  {
    slug: 'union-terms',
    section: 'people',
    headline: 'What agreements say about machines',
    dek: 'Ten union contracts, read for the word automation.',
    body: 'Four require training before a machine arrives. Two require notice to the steward.',
    by: 'Ines Calloway',
    tags: ['Labour'],
  },
  {
    slug: 'pile-driving',
    section: 'robotics',
    headline: 'Driving piles without a driver',
    dek: 'Solar farms are the easy case.',
    body: 'The rig holds a position within an inch over ten thousand piles.',
    tags: ['Solar'],
  },
  {
    slug: 'rfi-answers',
    section: 'software',
    headline: 'Who answers the request for information',
    dek: 'A draft in seconds, an architect in nine days.',
    body: 'The contract names the architect. The draft only shortens the wait when the architect trusts it.',
    tags: ['Contracts'],
  },
  {
    slug: 'dewatering',
    section: 'field-operations',
    headline: 'Pumps that call before the trench floods',
    dek: 'Dewatering with a float and a telephone number.',
    body: 'The excavation stayed dry for a month. One sensor cost less than one lost day.',
    tags: ['Earthwork'],
  },
  {
    slug: 'accuracy-table',
    section: 'benchmarks',
    headline: 'Accuracy of five scanners, in a table',
    dek: 'Measured indoors, at ten metres, against a calibrated bar.',
    body: 'The best scanner was off by 0.8 mm and the worst by 4.1 mm.',
    by: 'Marta Lindqvist',
    tags: ['Scanning'],
  },
  {
    slug: 'apprentices',
    section: 'people',
    headline: 'Apprentices and the tablet',
    dek: 'Drawings on glass change how people learn to read them.',
    body: 'Nobody folds a sheet any more. The foreman misses the pencil.',
    tags: ['Training'],
  },
  {
    slug: 'correction-policy',
    section: 'people',
    headline: 'How a correction is printed',
    dek: 'A wrong number stays visible next to the right one.',
    body: 'Readers who saw the first figure must be able to see the second.',
    tags: ['Standards'],
  },
  {
    slug: 'change-orders',
    section: 'software',
    headline: 'Pricing change orders by machine',
    dek: 'History helps until the job is unlike history.',
    body: 'The estimate was low by a tenth. Overtime was not in the past data.',
    tags: ['Estimating', 'Contracts'],
  },
  {
    slug: 'noise',
    section: 'field-operations',
    headline: 'Listening to a site',
    dek: 'Microphones that hear a saw, a siren and a fall.',
    body: 'The neighbours got a graph. The crew got quieter compressors.',
    tags: ['Safety'],
  },
  {
    slug: 'prefab',
    section: 'robotics',
    headline: 'Bathrooms from a robotic line',
    dek: 'Pods leave the factory every forty minutes.',
    body: 'Tolerances shrink when the floor does not move. Robots weld the frames.',
    tags: ['Prefabrication'],
  },
  {
    slug: 'uberpruefung',
    section: 'benchmarks',
    headline: 'Überprüfung: Kräne in München',
    dek: 'Ein Bericht in deutscher Sprache.',
    body: 'Die Prüfer kamen am Morgen.',
    tags: ['Cranes'],
  },
  {
    slug: 'moscow',
    section: 'robotics',
    headline: 'Бетон и роботы',
    dek: 'Как печатают дом.',
    body: 'Стены стоят за два дня.',
    tags: ['Printing'],
  },
  {
    slug: 'tokyo',
    section: 'robotics',
    headline: '鉄筋コンクリートの床',
    dek: '自動溶接の現場から。',
    body: '配筋検査は人が行います。',
    tags: ['Welding'],
  },
  {
    slug: 'glossary',
    section: 'software',
    headline: 'Words for machines on site',
    dek: 'A short list: agent, model, survey, layout, robot, bid, crane, drone.',
    body: 'A drone is a small aircraft. A crane lifts. An agent acts for somebody.',
    tags: ['Reference'],
  },
  {
    slug: 'letters',
    section: 'people',
    headline: 'Readers write',
    dek: 'On estimating, rebar and rain.',
    body: 'An estimator from Ohio asks how drones see through dust. A mason says that no machine strikes a joint.',
    tags: ['Letters'],
  },
  {
    slug: 'year',
    section: 'benchmarks',
    headline: 'The year in numbers',
    dek: 'Sixty figures, each with its source.',
    body: 'Robots: four stories. Cranes: two. Concrete: one. Corrections: five, of which one was about concrete.',
    tags: ['Standards'],
  },
];

export async function publishArticles(site: TestSite): Promise<void> {
  const authors = await named(
    site,
    'author',
    ARTICLES.flatMap(({ by }) => by ?? []),
  );
  const tags = await named(
    site,
    'tag',
    ARTICLES.flatMap(({ tags = [] }) => tags),
  );
  for (const { slug, headline, dek, body, section = 'people', by, tags: some = [] } of ARTICLES) {
    await goLive(site, {
      ...{ slug, headline, dek, section, sources: [{ title: 'Record', url: 'https://example.org/record' }] },
      bodyBlocks: [{ id: 'b1', type: 'paragraph', text: body }],
      tagIds: some.map((name) => tags.get(name)),
      ...(by && { authorId: authors.get(by) }),
    });
    site.pass(3600);
  }
}

async function named(site: TestSite, kind: 'author' | 'tag', names: string[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const name of new Set(names)) ids.set(name, (await addAuthorOrTag(site.deps, CLI, kind, name)).id);
  return ids;
}
