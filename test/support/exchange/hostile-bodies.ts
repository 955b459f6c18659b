// Hostile bodies of articles: `test/nightly/exchange/hostile-forms.test.ts` follows them through every form.

/** Texts that would run as a script, load something of another site, or take long. */
export const HOSTILE_BODIES: Readonly<Record<string, () => string>> = {
  'script in any place': () =>
    '<script>alert(1)</script><p onclick="x()">a<svg onload=alert(1)><script>alert(2)</script></svg><a href=" java&#10;script:alert(3)">b</a><a href="data:text/html,x">c</a><style>*{}</style><object data="x"></object><math><mtext><img src=x onerror=alert(4)></math></p><p>end',
  'tags that never end': () => '<p>a<b><i><a href="https://a.example/',
  'elements 10,000 deep': () => `${'<div>'.repeat(10_000)}x${'</div>'.repeat(10_000)}`,
  'lists and quotes 10,000 deep': () => '<ul><li>a'.repeat(10_000) + '<blockquote>b'.repeat(10_000),
  'tables 10,000 deep': () => '<table><tr><td>a'.repeat(10_000),
  'marks without end': () => Array.from({ length: 10_000 }, (_, at) => `<b id=${at}><p>x`).join(''),
  'end tags that match nothing': () => '<x>'.repeat(10_000) + '</y>'.repeat(10_000),
  'a link around 10,000 marks': () => `<a href="https://a.example/">${'<em>x</em>y'.repeat(10_000)}</a>`,
  'a huge attribute': () => `<p title="${'a'.repeat(3_000_000)}">x</p>`,
  'a picture inside the page': () => `<img src="data:image/png;base64,${'A'.repeat(6_000_000)}">x`,
  '100,000 marks of Markdown': () => '*_`[('.repeat(20_000),
  '100,000 brackets': () => `<p>${'['.repeat(50_000)}${']('.repeat(210_000)}</p>`,
  'entities and marks above letters': () =>
    `<p>${'&amp;lt;&#x301;'.repeat(10_000)}1&#xfe0f;&#x20e3; a&#x202e;b &#xe0041; &#0; &#xd800;</p>`,
  'attributes that break out': () =>
    `<p>"><img src=x onerror=alert(1)>'><svg/onload=alert(1)> <img src="https://evil.example/p.png" alt='" onload="alert(1)'> <a href='https://evil.example/"onmouseover="alert(1)'>d</a> <a href="https://evil.example/)](javascript:alert(1))">e</a></p>`,
  'Markdown that becomes markup later': () =>
    '<p>[a](javascript:confirm(1)) ![b](https://evil.example/pixel.png) `&lt;/code>&lt;script>confirm(1)&lt;/script>` &lt;iframe src=https://evil.example/>&lt;/iframe> &lt;meta http-equiv=refresh content="0;url=https://evil.example/"> {{constructor.constructor("confirm(1)")()}}</p>',
  'pictures and frames in captions, tables and lists': () =>
    '<figure><iframe src="https://evil.example/"></iframe><figcaption><img src="https://evil.example/1.png" onload=alert(1)><b onclick=alert(1)>cap</b></figcaption></figure><table><tr><td><img srcset="https://evil.example/2.png 2x"></td><td style="background:url(https://evil.example/3.png)">x</td></tr></table><ul><li><object data="https://evil.example/4.swf"></object>y</li></ul><video poster="https://evil.example/5.png" src="https://evil.example/6.mp4"></video><picture><source srcset="https://evil.example/7.webp"><img src="//evil.example/8.png"></picture>',
};
