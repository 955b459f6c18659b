import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { getBrief, getBriefContent } from '#brief/issues/brief-record.ts';
import { BRIEF_DAY, BRIEF_SETTINGS, DUE, publishStories, saved, sent } from '../../support/brief/briefs.ts';
import { form, fromPage, openSite } from '../../support/site.ts';

// The pages on which a brief is made: one site, whose brief goes from the list to its send.

const site = await openSite({ after }, BRIEF_SETTINGS);
const { deps } = site;
const dana = await site.person('editor', 'Dana Whitfield');
const [first = '', second = ''] = await publishStories(site, 2);
const AT = `/newsroom/briefs/${BRIEF_DAY}`;

const read = async (path: string) => (await site.fetch(path, { headers: fromPage(dana) })).text();
const post = (path: string, fields: Record<string, string>) => site.fetch(path, form(dana, fields));
const locationOf = (response: Response) => response.headers.get('location');

test('a brief goes from the list to its send', async (t) => {
  await t.test(
    'the list begins the next Tuesday by one button, and says the state of each issue in words',
    async () => {
      const empty = await read('/newsroom/briefs');
      assert.match(empty, /No brief has been begun yet/);
      assert.match(
        empty,
        /name="day" value="2026-09-08"><button type="submit" class="btn primary">Begin the brief of 8 September 2026</,
      );
      const refused = await post('/newsroom/briefs', { day: '2026-09-09' });
      assert.equal(refused.status, 422);
      assert.match(await refused.text(), /The Field Brief goes out on Tuesdays\..*value="2026-09-09"/s);
      assert.equal(locationOf(await post('/newsroom/briefs', { day: BRIEF_DAY })), AT);
      assert.match(await read('/newsroom/briefs'), /<span class="pill">Draft<\/span>/);
    },
  );

  await t.test(
    'a brief with wrong fields names all of them beside their fields, and keeps what was typed',
    async () => {
      const refused = await post(AT, {
        baseRevision: '0',
        subject: 'x'.repeat(201),
        'intro-0-type': 'paragraph',
        'intro-0-text': 'word '.repeat(151),
        [`story-${first}-place`]: '1',
        [`story-${first}-in`]: 'on',
        [`story-${first}-sentence`]: 'One thing. Another thing.',
      });
      assert.equal(refused.status, 422);
      const page = await refused.text();
      for (const [name, words] of [
        ['subject', 'The subject must be at most 200 characters long.'],
        ['intro', 'The intro has 151 words; the limit is 150.'],
        [`story-${first}-sentence`, 'Story 1 has 2 sentences; the limit is one.'],
      ])
        assert.ok(page.includes(`<a href="#${name}">${words}</a>`), `${name}: ${words}`);
      assert.equal(page.match(/aria-invalid="true"/g)?.length, 3);
      assert.ok(page.includes('value="One thing. Another thing."'));
      assert.equal((await getBrief(deps.db.read, BRIEF_DAY)).latestRevision, 0);
    },
  );

  await t.test('the preview is the email that saving would make, and stores nothing', async () => {
    const typed = {
      subject: 'A robot & a slab',
      'intro-0-type': 'paragraph',
      'intro-0-text': 'Words in **bold**, and <script>.',
      'intro-1-type': 'list',
      'intro-1-text': '',
      [`story-${first}-place`]: '2',
      [`story-${first}-in`]: 'on',
      [`story-${first}-sentence`]: 'My sentence.',
      [`story-${second}-place`]: '1',
      [`story-${second}-in`]: 'on',
      [`story-${second}-sentence`]: '',
    };
    const before = await getBrief(deps.db.read, BRIEF_DAY);
    const preview = await post(`${AT}/preview`, { ...typed, scheme: 'light' });
    assert.match(preview.headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/);
    assert.deepEqual(await getBrief(deps.db.read, BRIEF_DAY), before);
    const asTyped = await preview.text();
    assert.match(asTyped, /<strong>bold<\/strong>, and &lt;script&gt;/);
    const plain = await post(`${AT}/preview`, { ...typed, scheme: 'text' });
    assert.match(plain.headers.get('content-type') ?? '', /^text\/plain/);
    assert.match(await plain.text(), /My sentence\./);
    const halfTyped = await post(`${AT}/preview`, { 'story-nothing-place': 'x', 'story-nothing-in': 'on' });
    assert.equal(halfTyped.status, 200, 'what is not right yet is left out');
    const writer = await site.person('writer');
    assert.equal((await site.fetch(`${AT}/preview`, form(writer, typed))).status, 403);
    assert.equal(locationOf(await post(AT, { ...typed, baseRevision: '0' })), `${AT}?done=saved`);
    assert.equal(await read(`${AT}/revisions/1/preview?scheme=light`), asTyped, 'byte by byte');
    assert.match(await read(AT), /src="\/newsroom\/briefs\/2026-09-08\/revisions\/1\/preview\?scheme=light"/);
  });

  await t.test(
    'the page that sends has one primary act: what stops the approval, the approval, then the time; an approval can be undone',
    async () => {
      const primaries = async () => {
        const page = await read(`${AT}/send`);
        return [...page.matchAll(/class="btn primary"[^>]*>([^<]+)</g)].map(([, words]) => words);
      };
      const { stories } = await getBriefContent(deps.db.read, BRIEF_DAY, 1);
      const kept = stories.map(({ articleId }) => ({ articleId, sentence: '' }));
      await saved(site, dana, { intro: [{ id: 'i1', type: 'paragraph', text: 'We asked 77 crews.' }], stories: kept });
      assert.deepEqual(await primaries(), ['Settle the numbers']);
      assert.doesNotMatch(await read(`${AT}/send`), /\b(?:no|figure|story|sponsor)_[a-z]+\b/, 'no code of a check');
      const { anchor = '' } = /name="figure" value="(?<anchor>[^"]+)"/.exec(await read(`${AT}/numbers`))?.groups ?? {};
      const settled = await post(`${AT}/figures`, {
        ...{ revision: '2', figure: anchor, kind: 'signed', reason: 'I called each of them.' },
      });
      const numbers = await read(locationOf(settled) ?? '');
      assert.match(numbers, /77 is settled\..*\/figures\/open">.*<button[^>]*>Undo</s);
      assert.deepEqual(await primaries(), ['Approve revision 2']);
      const approved = await post(`${AT}/approve`, { revision: '2' });
      const told = await read(locationOf(approved) ?? '');
      assert.match(told, /This revision is approved\..*\/take-back"><button[^>]*>Undo</s);
      assert.deepEqual(await primaries(), ['Schedule revision 2']);
      const refused = await post(`${AT}/schedule`, { revision: '2', time: '06:30', zone: 'Chicago' });
      assert.match(await refused.text(), /Nobody has subscribed yet/);
      const none = await post(`${AT}/test`, { revision: '2' });
      assert.match(await none.text(), /Choose one to 5 people/);
    },
  );

  await t.test('a brief that was sent leads to its send, and the list counts how it arrived', async () => {
    await post(`${AT}/take-back`, {});
    await sent(site, dana);
    assert.equal(locationOf(await site.fetch(AT, { headers: fromPage(dana) })), `${AT}/send`);
    await deps.db.write((tx) =>
      tx
        .insertInto('brief_send')
        .values({
          ...{ brief_day: BRIEF_DAY, audience: 1200, begins_at: DUE.wall, ended_at: DUE.wall, trouble: null },
          ...{ tripped_at: null, html_hash: null, counts: JSON.stringify({ accepted: 1190, refused: 10 }) },
        })
        .execute(),
    );
    const list = await read('/newsroom/briefs');
    assert.match(list, /No\. 1: mail servers accepted 1,190 of 1,200\./);
    assert.match(list, /<th scope="row">8 Sep<\/th><td[^>]*>1,190<\/td><td[^>]*>10<\/td>/);
    assert.match(list, /1,190 accepted, 10 refused/);
  });
});
