// Clipboards after copying from other applications: real clipboards of Word, Google Docs and browsers, shortened.

/** The content of a clipboard, the blocks it becomes, and the lines of the notice about content that was changed or left out. */
export type Clipboard = { held: { html?: string; text?: string }; blocks: [string, string][]; told?: string[] };

/** The notice when a picture was left out. */
export const PICTURES = 'The text cannot hold pictures. An article has one picture, above the headline: add it there.';

export const WORD: Clipboard = {
  held: {
    html: `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- p.MsoNormal {margin:0cm; font-size:11.0pt; font-family:"Calibri",sans-serif;} @list l0:level1 {mso-level-number-format:bullet;} --></style></head>
<body lang=EN-US style='tab-interval:36.0pt'><!--StartFragment-->
<h1><span lang=EN-US style='mso-ansi-language:EN-US'>What the crew <b>saw</b><o:p></o:p></span></h1>
<p class=MsoNormal><span lang=EN-US>The robot stopped <b style='mso-bidi-font-weight:normal'>412 times</b>, mostly
<i>in the morning</i>.<span style='mso-spacerun:yes'>&nbsp; </span>See <a href="https://example.org/log"><span style='color:blue'>the log</span></a>.<o:p></o:p></span></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span><![endif]>Standing water<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span><![endif]>A knocked station<o:p></o:p></p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span>Set out</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>2.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span>Check</p>
<p class=MsoQuote><i>I would take it again.</i></p>
<table class=MsoTableGrid border=1><tr><td><p class=MsoNormal>Points</p></td><td><p class=MsoNormal>412</p></td></tr></table>
<!--EndFragment--></body></html>`,
  },
  blocks: [
    ['heading', 'What the crew saw'],
    ['paragraph', 'The robot stopped **412 times**, mostly *in the morning*. See [the log](https://example.org/log).'],
    ['list', '- Standing water\n- A knocked station'],
    ['list', '1. Set out\n2. Check'],
    ['quote', '*I would take it again.*'],
    ['paragraph', 'Points · 412'],
  ],
  told: ['Changed: 1 table, each row now one line.'],
};

export const DOCS: Clipboard = {
  held: {
    html: `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-6a1c1d4e-7fff-2b1f-5d2c-1f9b0a5c8e77"><h2 dir="ltr" style="line-height:1.38;margin-top:18pt;margin-bottom:6pt;"><span style="font-size:16pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;">What stopped it</span></h2><p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;"><span style="font-size:11pt;font-weight:400;font-style:normal;white-space:pre-wrap;">It marked </span><span style="font-size:11pt;font-weight:700;font-style:normal;white-space:pre-wrap;">412 points</span><span style="font-size:11pt;font-weight:400;white-space:pre-wrap;">, of which 397 stayed </span><span style="font-size:11pt;font-weight:400;font-style:italic;">within 3&nbsp;mm</span><span style="font-weight:400;">. </span><a href="https://www.google.com/url?q=https://example.org/log?a%3D1&amp;sa=D&amp;source=docs" style="text-decoration:none;"><span style="font-weight:400;text-decoration:underline;">The log</span></a></p><br /><ol style="margin-top:0;margin-bottom:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:decimal;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">Standing water</span></p></li><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">Rebar caps</span></p></li></ol></b><br class="Apple-interchange-newline">`,
  },
  blocks: [
    ['heading', 'What stopped it'],
    [
      'paragraph',
      'It marked **412 points**, of which 397 stayed *within 3\u00a0mm*. [The log](https://example.org/log?a=1)',
    ],
    ['list', '1. Standing water\n2. Rebar caps'],
  ],
};

export const WEB: Clipboard = {
  held: {
    html: `<html><body><!--StartFragment--><article class="post"><script>alert(1)</script><h3 class="title" onclick="alert(1)">A <em>web</em> heading</h3><div class="meta" style="display: none">Share this</div><p style="color:red">Some&nbsp;<code>deviation_mm</code> &amp; a <a href="http://plain.example/">plain link</a>, a <a href="https://example.org/x" onmouseover="alert(1)">good one</a>.<br><br>After two breaks<br>and one.</p><blockquote><p>Quoted <strong>so</strong>.</p></blockquote><ul><li>one<ul><li>inner</li></ul></li><li><p>two</p></li></ul><figure><img src="https://evil.example/pixel.png"><figcaption>A caption</figcaption></figure><pre>x = 1</pre></article><!--EndFragment--></body></html>`,
  },
  blocks: [
    ['subheading', 'A web heading'],
    ['paragraph', 'Some `deviation_mm` & a plain link, a [good one](https://example.org/x).'],
    ['paragraph', 'After two breaks and one.'],
    ['quote', 'Quoted **so**.'],
    ['list', '- one\n- inner\n- two'],
    ['paragraph', 'A caption'],
    ['paragraph', 'x = 1'],
  ],
  told: [
    `Left out: 1 picture, 1 link that is not https. Changed: 1 nested list, now flat. ${PICTURES}`,
    'Link that is not https: plain link (http://plain.example/)',
  ],
};

export const PLAIN: Clipboard = {
  held: {
    text: '# A heading\r\n\r\nA paragraph of\r\ntwo lines, with *stars*.\r\n\r\n- one\r\n- two\r\n\r\n> Quoted.\u200b\u0007',
  },
  blocks: [
    ['heading', 'A heading'],
    ['paragraph', 'A paragraph of two lines, with *stars*.'],
    ['list', '- one\n- two'],
    ['quote', 'Quoted.'],
  ],
  told: [
    'Changed: 4 lines with a sign, now headings, quotations or list items.',
    ...['A heading', '- one', '- two', 'Quoted.'].map(
      (words) => `Line with a sign, now a heading, quotation or list item: ${words}`,
    ),
  ],
};
