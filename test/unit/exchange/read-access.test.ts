import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ghostOf, readArticles, wxrOf } from '../../support/exchange/memory-source.ts';

// Who could read an article on the old site: public is only what it showed to everybody.

test('a Ghost post is public only where everybody could read it on the site', async () => {
  const gated =
    '<p>A</p><!--kg-gated-block:begin nonMember:false memberSegment:"status:free" --><p>B</p><!--kg-gated-block:end-->';
  const lexical = JSON.stringify({ root: { children: [{ type: 'paragraph', children: [] }, { type: 'paywall' }] } });
  const posts: [string, Record<string, unknown>][] = [
    ['published', {}],
    ['published', { visibility: null }],
    ['published', { html: gated.replace('false', 'true') }],
    ['email', { status: 'sent' }],
    ['email', { id: 'mailed' }],
    ['members', { visibility: 'members' }],
    ['paid', { visibility: 'tiers' }],
    ['unclear', { visibility: 'label:vip' }],
    ['unclear', { status: 'archived' }],
    ['members', { html: '<p>A</p><!--members-only--><p>B</p>' }],
    ['members', { html: gated }],
    ['members', { html: null, lexical }],
    ['draft', { status: 'draft', visibility: 'members' }],
  ];
  const tables = {
    posts_meta: [
      { post_id: 'mailed', email_only: 1 },
      { post_id: '0', email_only: 0 },
    ],
  };
  const read = await readArticles({
    'a.json': ghostOf(
      posts.map(([, post]) => post),
      tables,
    ),
  });
  assert.deepEqual(
    read.map(({ status }) => status),
    posts.map(([status]) => status),
  );
  assert.equal(read[7]?.limit, 'visibility: label:vip');
  const [hidden] = await readArticles({
    'a.json': ghostOf([{}], { settings: [{ key: 'is_private', value: 'true' }] }),
  });
  assert.equal(hidden?.status, 'private');
});

test('a WordPress post is public only where no password, plugin, block or shortcode kept readers out', async () => {
  const cases: [string, Parameters<typeof wxrOf>[0]][] = [
    [
      'published',
      {
        meta: [
          ['_jetpack_newsletter_access', 'everybody'],
          ['_edit_last', '1'],
          ['_wp_page_template', 'default'],
        ],
      },
    ],
    [
      'published',
      {
        meta: [
          ['_wc_memberships_force_public', 'yes'],
          ['_members_access_role', ''],
          ['_wpmem_block', '0'],
        ],
      },
    ],
    [
      'published',
      { meta: [['um_content_restriction', 'a:8:{s:26:"_um_custom_access_settings";b:0;s:14:"_um_accessible";i:0;}']] },
    ],
    [
      'published',
      { content: '<p>Ask [private] people; team <!-- wp:getwid/team-member -->x<!-- /wp:getwid/team-member --></p>' },
    ],
    ['members', { meta: [['_jetpack_newsletter_access', 'subscribers']] }],
    ['paid', { meta: [['_jetpack_newsletter_access', 'paid_subscribers_all_tiers']] }],
    ['unclear', { meta: [['_jetpack_newsletter_access', 'friends']] }],
    ['unclear', { meta: [['_jetpack_memberships_contains_paywalled_content', '1']] }],
    [
      'unclear',
      {
        meta: [
          ['_members_access_role', ''],
          ['_members_access_role', 'author'],
        ],
      },
    ],
    ['unclear', { meta: [['_wpmem_block', '1']] }],
    ['unclear', { meta: [['rcp_subscription_level', 'a:1:{i:0;s:1:"2";}']] }],
    ['members', { content: '<p>A</p><!-- wp:jetpack/paywall /--><p>B</p>' }],
    [
      'members',
      { content: '<!-- wp:premium-content/container {"id":1} --><p>B</p><!-- /wp:premium-content/container -->' },
    ],
    ['members', { content: '<p>A [restrict level="2"]B[/restrict]</p>' }],
    ['members', { content: '[member level=2]A[/member]B' }],
    ['members', { content: '[members_logged_in]B[/members_logged_in]' }],
    ['private', { fields: { 'wp:post_password': 'secret' } }],
    ['private', { fields: { 'wp:status': 'private' } }],
    ['unclear', { fields: { 'wp:status': 'members-archive' } }],
    ['draft', { fields: { 'wp:status': 'pending' } }],
  ];
  for (const [status, post] of cases) {
    const [article] = await readArticles({ 'a.xml': wxrOf(post) });
    assert.equal(article?.status, status, JSON.stringify(post));
    assert.doesNotMatch(JSON.stringify(article), /secret/);
  }
});

test('a Substack post is public only for everyone and on the web', async () => {
  const rows: [string, string][] = [
    ['published', 'true,newsletter,everyone'],
    ['published', 'true,podcast,everyone'],
    ['draft', 'false,newsletter,everyone'],
    ['members', 'true,newsletter,only_free'],
    ['paid', 'true,newsletter,only_paid'],
    ['paid', 'true,newsletter,founding'],
    ['unclear', 'true,newsletter,friends'],
    ['unclear', 'true,newsletter,'],
    ['email', 'true,adhoc_email,everyone'],
    ['unclear', 'true,secret_note,everyone'],
  ];
  const files = Object.fromEntries(rows.map((_, at) => [`posts/${at}.a.html`, '<p>Text.</p>']));
  const lines = rows.map(([, row], at) => `${at}.a,2021-02-03T10:00:00Z,${row},A`);
  const read = await readArticles({
    'posts.csv': `post_id,post_date,is_published,type,audience,title\n${lines.join('\n')}\n11.b,2021-02-03T10:00:00Z,true,newsletter,everyone,B\n`,
    ...files,
    'posts/11.b.html': '<p>A</p><div class="paywall-jump" data-component-name="PaywallToDOM"></div><p>B</p>',
  });
  assert.deepEqual(
    read.map(({ status }) => status),
    [...rows.map(([status]) => status), 'members'],
  );
});

test('a Markdown file is public only where no field of its front matter limits its readers', async () => {
  const cases: [string, string][] = [
    ['published', 'tags: [a]'],
    [
      'published',
      'draft: false\nprivate: no\nvisibility: public\nstatus: publish\nmembers_only: false\npublished: 2020-01-02',
    ],
    ['draft', 'draft: yes'],
    ['draft', 'published: no'],
    ['draft', 'publish: false'],
    ['draft', 'permalink: false'],
    ['draft', 'status: draft'],
    ['private', 'private: true'],
    ['private', 'unlisted: 1'],
    ['private', 'visibility: unlisted'],
    ['private', 'password: secret'],
    ['private', 'headless: true'],
    ['private', '_build: { render: never }'],
    ['members', 'members-only: true'],
    ['members', 'access: members'],
    ['paid', 'visibility: paid'],
    ['unclear', 'access: [gold, silver]'],
    ['unclear', 'audience: friends'],
    ['unclear', 'status: seedling'],
    ['unclear', 'expiryDate: 2021-03-01'],
  ];
  for (const [status, head] of cases) {
    const [article] = await readArticles({
      'content/posts/a.md': `---\ntitle: A\ndate: 2021-02-03\n${head}\n---\nText.\n`,
    });
    assert.equal(article?.status, status, head);
    assert.doesNotMatch(JSON.stringify(article), /secret/);
  }
  const [walled] = await readArticles({ 'content/posts/a.md': '---\ntitle: A\n---\nA.\n\n{{< paywall >}}\n\nB.\n' });
  assert.equal(walled?.status, 'members');
  const [later] = await readArticles({
    'content/posts/a.md': '---\ntitle: A\ndate: 2021-02-03\npublishDate: 2099-01-01\n---\nB.\n',
  });
  assert.match(later?.publishedAt ?? '', /^2099-01-01/);
});
