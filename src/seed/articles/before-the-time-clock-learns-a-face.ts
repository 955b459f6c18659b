import {
  computed,
  exempt,
  heading,
  list,
  paragraph,
  quote,
  type SampleArticle,
  signed,
  sourced,
} from '#seed/sample-article.ts';

const ACT = 'https://www.ilga.gov/legislation/ilcs/ilcs3.asp?ActID=3004&ChapterID=57';
const AMENDMENT = 'https://www.ilga.gov/legislation/publicacts/103/103-0769.htm';
const COTHRON = 'https://law.justia.com/cases/illinois/supreme-court/2023/128004.html';
const WALTON = 'https://law.justia.com/cases/illinois/supreme-court/2023/128338.html';

export const beforeTheTimeClockLearnsAFace: SampleArticle = {
  section: 'people',
  slug: 'before-the-time-clock-learns-a-face',
  headline: 'Before the time clock learns a face: what Illinois asks at the gate',
  dek: 'A scan of a face at the turnstile makes a record that a law protects. What has to be on paper before the shift, and what a local can bargain for.',
  byline: 'people',
  tags: ['Records', 'Cameras', 'Agreements'],
  publishedAt: '2026-10-08T13:00:00.000Z',
  bodyBlocks: [
    paragraph(
      'lede',
      'The turnstile at the gate has a camera now. A laborer looks up, the light turns green, the hour begins. Payroll likes it: nobody clocks in for a friend. In Illinois the moment before the green light has rules.',
    ),
    paragraph(
      'what',
      `The state’s [Biometric Information Privacy Act](${ACT}) names what it protects: a retina or iris scan, a fingerprint, a voiceprint, a scan of hand or face geometry. A photograph is not on the list, and neither is a signature. So a camera that counts hard hats and a camera that measures faces can hang on the same pole and live under different law. What matters is not the lens. It is what the program keeps.`,
    ),
    heading('paper', 'Paper first'),
    paragraph('paper-text', 'Before a private company collects such a scan, section 15 of the act wants this done:'),
    list(
      'duties',
      '- **Tell the worker in writing** that a biometric is collected or stored.',
      '- **Tell them in writing why**, and for how long.',
      '- **Get a written release.** Since the amendment of 2024 an electronic signature will do.',
      '- **Publish a policy** with a schedule for erasing: when the purpose is met, or within 3 years of the person’s last dealing with the company, whichever comes first.',
      '- **Do not sell it**, lease it or trade it.',
    ),
    paragraph(
      'who',
      'On a site the first question is whose scan it is. The general contractor owns the turnstile, the subcontractor employs the laborer, the clock maker runs the server. The act speaks of any private entity that collects or holds the data, so a subcontractor who signs nothing may still be asked for the paper.',
    ),
    heading('cost', 'What a missing page costs'),
    paragraph(
      'damages',
      `The act sets the price itself: $1,000 or the actual damages for a negligent violation, whichever is more, and $5,000 for an intentional or reckless one. In 2023 the state’s supreme court [held](${COTHRON}) that a claim accrues with each scan. Work that out for a laborer who clocks in and out on 20 shifts: 40 scans, or $40,000 at the lower price, for a month.`,
    ),
    paragraph(
      'amended',
      `In August 2024 the legislature [changed that](${AMENDMENT}). Scans of the same person by the same method are a single violation now, with a single recovery: for that laborer $1,000 again. On a job with a crew of 100 it is still $100,000, for a form that costs a sheet of paper each.`,
    ),
    heading('agreement', 'Where there is an agreement'),
    paragraph(
      'walton',
      `For union crews the road is another. In March 2023 the same court [held](${WALTON}) that federal labor law preempts these claims when they come from workers in a bargaining unit under a collective agreement. How time is kept, the court said, is a matter for bargaining. So the laborer’s road is the grievance, and the words that count are those in the agreement. The one in that case did not mention biometrics at all.`,
    ),
    paragraph('clause', 'That moves the question to the table, where it can be asked better than in court:'),
    list(
      'questions',
      '1. What is kept: a picture, a template of the face, or only a name and a time?',
      '2. On whose server, and who besides payroll can ask it anything?',
      '3. When is it erased: at layoff, at completion, on request?',
      '4. What does a worker use who says no? A badge, a code, a foreman with a pencil?',
      '5. May the same camera be used for anything else, such as pace, breaks, or who stood where?',
      '6. Who tells the worker when the scan was wrong, and who corrects the hours?',
    ),
    quote('rule-of-thumb', 'A lost badge is replaced by noon. A face is not.'),
    heading('elsewhere', 'Elsewhere'),
    paragraph(
      'other-states',
      'Other states have other laws, or none. A contractor who works in several of them can keep a form for each, or use the strictest one everywhere. The strict form has a side benefit: a crew that has read what is kept, and for how long, looks up at the camera with less doubt.',
    ),
    paragraph(
      'close',
      'None of this says that the clock is a bad idea. It records the hour at the hour, and not on Friday from memory. It also holds something that belongs to the person who looked up, and the paper is where that is said. This is a reading of the text, and no legal advice.',
    ),
  ],
  figures: [
    exempt('paper-text', '15'),
    exempt('duties', '2024', 'date'),
    sourced('duties', '3 years', ACT, 'Section 15(a)', {
      words: "within 3 years of the individual's last interaction with the private entity, whichever occurs first",
    }),
    sourced('damages', '$1,000', ACT, 'Section 20(a)(1)', {
      words: 'liquidated damages of $1,000 or actual damages, whichever is greater',
    }),
    sourced('damages', '$5,000', ACT, 'Section 20(a)(2)', {
      words: 'liquidated damages of $5,000 or actual damages, whichever is greater',
    }),
    exempt('damages', '2023', 'date'),
    signed('damages', '20', 'Chosen for the example: a month of shifts.'),
    computed('damages', '40', 'shifts + shifts', { shifts: ['damages', '20'] }),
    computed('damages', '$40,000', 'scans * price', { scans: ['damages', '40'], price: ['damages', '$1,000'] }),
    exempt('amended', 'August 2024', 'date'),
    sourced('amended', '$1,000', AMENDMENT, 'Section 20(b)'),
    signed('amended', '100', 'Chosen for the example.'),
    computed('amended', '$100,000', 'crew * price', { crew: ['amended', '100'], price: ['damages', '$1,000'] }),
    exempt('walton', 'March 2023', 'date'),
    exempt('sources.0.title', '740'),
    exempt('sources.0.title', '14'),
    exempt('sources.0.note', '10'),
    exempt('sources.1.note', '10'),
    exempt('sources.0.note', '15'),
    exempt('sources.0.note', '20'),
    exempt('sources.1.note', '20'),
    exempt('sources.1.title', '103-0769'),
    exempt('sources.2.title', '2023', 'date'),
    exempt('sources.3.title', '2023', 'date'),
    exempt('sources.2.title', '128004'),
    exempt('sources.3.title', '128338'),
  ],
  sources: [
    {
      title: 'Biometric Information Privacy Act, 740 ILCS 14',
      url: ACT,
      publisher: 'Illinois General Assembly',
      note: 'Section 10, definitions; section 15, duties; section 20, right of action.',
    },
    {
      title: 'Public Act 103-0769',
      url: AMENDMENT,
      publisher: 'Illinois General Assembly',
      note: 'Amends sections 10 and 20: electronic signatures, and a single recovery.',
    },
    {
      title: 'Cothron v. White Castle System, Inc., 2023 IL 128004',
      url: COTHRON,
      publisher: 'Supreme Court of Illinois, at Justia',
    },
    {
      title: 'Walton v. Roosevelt University, 2023 IL 128338',
      url: WALTON,
      publisher: 'Supreme Court of Illinois, at Justia',
    },
  ],
};
