import {
  across,
  GREY,
  ground,
  INK,
  line,
  ORANGE,
  PALE,
  type Point,
  path,
  shape,
  sheet,
  text,
  title,
  upright,
} from './sheet.ts';

// The sheets themselves. Their numbers are those of the articles; lengths are drawn to scale.

/** Sections of a trench 10 feet deep with a floor of 3 feet, by soil type. */
export function trench(): string {
  const foot = 30;
  const [middle, top] = [560, 330];
  const floor = top + 10 * foot;
  const soils = [
    { name: 'Type C', slope: 1.5, wide: '33 feet', fill: '#f1efe9', stroke: ORANGE },
    { name: 'Type B', slope: 1, wide: '23 feet', fill: PALE, stroke: GREY },
    { name: 'Type A', slope: 0.75, wide: '18 feet', fill: '#cfcbc0', stroke: INK },
  ];
  const half = (slope: number) => (1.5 + slope * 10) * foot;
  const cuts = soils.map(({ slope, fill, stroke }) => {
    const side = half(slope);
    const points: Point[] = [
      [middle - side, top],
      [middle - 1.5 * foot, floor],
      [middle + 1.5 * foot, floor],
      [middle + side, top],
    ];
    return shape(points, { fill, stroke, width: 3 });
  });
  const left = middle - half(1.5);
  return sheet(
    title('The same trench in each soil'),
    ...cuts,
    ground(50, left, top),
    ground(2 * middle - left, 1110, top),
    ...soils.map(({ name, slope, wide }, index) =>
      across(middle - half(slope), middle + half(slope), 310 - (2 - index) * 66, `${name}: ${wide}`),
    ),
    across(middle - 1.5 * foot, middle + 1.5 * foot, floor + 74, '3 feet'),
    upright(1010, top, floor, '10 feet', 'left'),
    path(`M${middle - 14} ${floor - 16}a14 14 0 1 0 28 0a14 14 0 1 0 -28 0`, { fill: '#ffffff', width: 3 }),
  );
}

/** A worker at the lowest edge where protection is due, and what the rule allows below. */
export function clearance(): string {
  const foot = 42;
  const [edge, deck] = [470, 260];
  const below = deck + 6 * foot;
  const need = deck + 9.5 * foot;
  return sheet(
    title('What the allowance adds up to'),
    shape(
      [
        [60, deck],
        [edge, deck],
        [edge, deck + 30],
        [60, deck + 30],
      ],
      { fill: PALE },
    ),
    ground(60, 1080, below),
    path(`M${edge - 70} ${deck - 92}a13 13 0 1 0 26 0a13 13 0 1 0 -26 0`, { fill: INK }),
    path(`M${edge - 57} ${deck - 78}v46l-16 32M${edge - 57} ${deck - 32}l16 32M${edge - 57} ${deck - 66}l-26 26`, {
      width: 5,
    }),
    path(`M${edge - 57} ${deck - 66}C${edge - 120} ${deck - 10} ${edge - 190} ${deck - 40} ${edge - 250} ${deck}`, {
      stroke: ORANGE,
      width: 4,
    }),
    path(`M${edge - 258} ${deck}a8 8 0 0 1 16 0z`, { fill: INK }),
    text('anchor', [edge - 262, deck - 24], { align: 'middle', fill: GREY }),
    upright(585, deck, deck + 6 * foot, 'free fall: 6 feet'),
    upright(585, deck + 6 * foot, need, 'stop: 3.5 feet'),
    upright(950, deck, need, '9.5 feet'),
    line([edge, deck], [980, deck], { stroke: GREY, width: 1, dash: '6 8' }),
    line([560, need], [980, need], { stroke: ORANGE, width: 3, dash: '12 8' }),
    text('lower level', [75, below + 62], { fill: GREY }),
    text('where the fall may end', [545, need + 10], { align: 'right', fill: ORANGE }),
  );
}

/** A tower with the space around it that the height rule leaves. */
export function drone(): string {
  const [base, left, right, roof] = [650, 520, 620, 330];
  const reach = 200;
  const high = 200;
  return sheet(
    title('The ceiling follows the structure'),
    ground(60, 1080, base),
    shape(
      [
        [left, base],
        [left, roof],
        [right, roof],
        [right, base],
      ],
      { fill: PALE },
    ),
    ...[0, 1, 2, 3, 4, 5, 6].map((floor) =>
      line([left, roof + 44 + floor * 44], [right, roof + 44 + floor * 44], { stroke: GREY, width: 2 }),
    ),
    path(`M60 ${base - high}H${left - reach}V${roof - high}H${right + reach}V${base - high}H1080`, {
      stroke: ORANGE,
      width: 4,
      dash: '14 10',
    }),
    upright(150, base - high, base, '400 feet'),
    upright((left + right) / 2, roof - high, roof, '400 feet'),
    across(right, right + reach, 560, '400 feet'),
    path('M400 250h60M430 250v16M412 266h36l-6 18h-24z', { width: 4 }),
    path('M384 246h32M444 246h32', { width: 4 }),
  );
}

/** A building and its place when the coordinates are read in the other foot. */
export function feet(): string {
  const [x, y] = [620, 250];
  const [by, down] = [64, -46];
  const plan = (dx: number, dy: number): Point[] =>
    (
      [
        [0, 0],
        [330, 0],
        [330, 130],
        [200, 130],
        [200, 240],
        [0, 240],
      ] as const
    ).map(([px, py]) => [x + px + dx, y + py + dy]);
  return sheet(
    title('Right size, wrong place'),
    line([110, 640], [1060, 640], { stroke: GREY, width: 2 }),
    line([110, 640], [110, 170], { stroke: GREY, width: 2 }),
    path('M102 182l8-22 8 22zM1048 632l22 8-22 8z', { stroke: GREY, fill: GREY, width: 1 }),
    text('origin, far away', [130, 684], { fill: GREY }),
    path(`M110 640L${x} ${y + 240}`, { stroke: GREY, width: 2, dash: '4 10' }),
    shape(plan(0, 0), { fill: PALE, width: 4 }),
    shape(plan(by, down), { stroke: ORANGE, width: 4, dash: '14 9' }),
    line([x, y + 240], [x + by, y + 240 + down], { stroke: ORANGE, width: 3 }),
    text('as designed', [x + 20, y + 278]),
    text('in the other foot', [x + by + 10, y + down - 20], { fill: ORANGE }),
    text('at 2,000,000 feet', [150, 250]),
    text('4 feet off', [150, 300], { fill: ORANGE }),
  );
}

/** Sideways error by distance for three angles, against the tolerances. */
export function arcSecond(): string {
  const [x0, y0] = [150, 620];
  const wide = 780;
  const tall = 460;
  const xOf = (distance: number) => x0 + (distance / 500) * wide;
  const yOf = (inches: number) => y0 - (inches / 0.3) * tall;
  const errorAt = (seconds: number, distance: number) => (distance * 12 * seconds) / 206_265;
  const classes = [
    { seconds: 1, words: '1 second', stroke: GREY },
    { seconds: 2, words: '2 seconds', stroke: INK },
    { seconds: 5, words: '5 seconds', stroke: ORANGE },
  ];
  const tolerances = [
    { inches: 0.125, words: '1/8 inch, within a group of rods' },
    { inches: 0.25, words: '1/4 inch, between groups' },
  ];
  return sheet(
    title('Sideways error by distance'),
    line([x0, y0], [x0 + wide, y0], { width: 2 }),
    line([x0, y0], [x0, y0 - tall], { width: 2 }),
    ...[100, 200, 300, 400, 500].flatMap((distance) => [
      line([xOf(distance), y0], [xOf(distance), y0 + 12], { width: 2 }),
      text(`${distance}`, [xOf(distance), y0 + 46], { align: 'middle' }),
    ]),
    text('feet', [x0 + wide + 64, y0 + 46], { fill: GREY }),
    ...[0.1, 0.2, 0.3].map((inches) => text(inches.toFixed(1), [x0 - 18, yOf(inches) + 10], { align: 'right' })),
    text('inch', [x0 + 18, yOf(0.3) + 13], { fill: GREY }),
    ...tolerances.flatMap(({ inches, words }) => [
      line([x0, yOf(inches)], [x0 + wide, yOf(inches)], { stroke: GREY, width: 2, dash: '12 9' }),
      text(words, [x0 + 20, yOf(inches) - 14], { fill: GREY }),
    ]),
    ...classes.flatMap(({ seconds, words, stroke }) => [
      line([x0, y0], [xOf(500), yOf(errorAt(seconds, 500))], { stroke, width: 5 }),
      text(words, [xOf(500) + 16, yOf(errorAt(seconds, 500)) + 10], { fill: stroke }),
    ]),
  );
}

/** The parts of a sum as bars. */
export function interoperability(): string {
  const parts = [
    { words: 'Owners and operators', billions: 10.6, fill: ORANGE },
    { words: 'Specialty fabricators and suppliers', billions: 2.2, fill: GREY },
    { words: 'General contractors', billions: 1.8, fill: GREY },
    { words: 'Architects and engineers', billions: 1.2, fill: GREY },
  ];
  return sheet(
    title('$15.8 billion a year, by who bears it'),
    ...parts.flatMap(({ words, billions, fill }, index) => {
      const y = 180 + index * 132;
      const wide = (billions / 10.6) * 800;
      return [
        text(words, [74, y]),
        path(`M60 ${y + 18}h${wide}v48h-${wide}z`, { fill, stroke: fill, width: 1 }),
        text(`$${billions.toFixed(1)} billion`, [60 + wide + 20, y + 54]),
      ];
    }),
    line([60, 150], [60, 700], { stroke: INK, width: 2 }),
  );
}

/** The hours of a year of apprenticeship as bars. */
export function hours(): string {
  const parts = [
    { words: 'On the job', count: 2000, fill: GREY },
    { words: 'Related instruction', count: 144, fill: ORANGE },
  ];
  return sheet(
    title('A year of learning a trade'),
    ...parts.flatMap(({ words, count, fill }, index) => {
      const y = 250 + index * 190;
      const wide = (count / 2000) * 830;
      return [
        text(words, [74, y]),
        path(`M60 ${y + 22}h${wide}v64h-${wide}z`, { fill, stroke: fill, width: 1 }),
        text(`${count.toLocaleString('en-US')} hours`, [60 + wide + 20, y + 66]),
      ];
    }),
    line([60, 210], [60, 620], { stroke: INK, width: 2 }),
  );
}
