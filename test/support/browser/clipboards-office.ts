import { type Clipboard, PICTURES } from './clipboards.ts';

// Clipboards of word processors and spreadsheets, with content that an article body cannot hold. `told`: the lines of the notice.

const NOTE = (mark: string, address: string, name: string) =>
  `<a style='mso-footnote-id:ftn1' href="#${address}" name="${name}" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span class=MsoFootnoteReference><span style='font-size:11.0pt'>${mark}</span></span><![endif]></span></span></a>`;

const item = (level: number, marker: string, words: string) =>
  `<p class=MsoListParagraph style='margin-left:${level * 36}pt;text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>${words}<o:p></o:p></p>`;

/** A Word report with a picture, fields, notes, tracked changes, comments, scripts, a table and a nested list. */
export const WORD_REPORT: Clipboard = {
  held: {
    html: `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=Generator content="Microsoft Word 15">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]--><style><!-- p.MsoNormal {margin:0cm;} --></style></head>
<body lang=EN-US><!--StartFragment-->
<h1 style='mso-list:l2 level1 lfo3'><span style='mso-list:Ignore'>2.1<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span>The trial<o:p></o:p></h1>
<p class=MsoNormal>Before the picture.<o:p></o:p></p>
<p class=MsoNormal><!--[if gte vml 1]><v:shapetype id="_x0000_t75" path="m@4@5l@4@11"><v:stroke joinstyle="miter"/></v:shapetype><v:shape id="Picture_x0020_1" style='width:100pt'><v:imagedata src="file:///C:/clip_image001.png"/></v:shape><![endif]--><![if !vml]><img width=133 height=80 src="file:///C:/clip_image002.png" alt="The robot on the slab" v:shapes="Picture_x0020_1"><![endif]><o:p></o:p></p>
<p class=MsoCaption>Figure <!--[if supportFields]><span style='mso-element:field-begin'></span><span style='mso-spacerun:yes'> </span>SEQ Figure \\* ARABIC <span style='mso-element:field-separator'></span><![endif]--><span style='mso-no-proof:yes'>1</span><!--[if supportFields]><span style='mso-element:field-end'></span><![endif]-->. The slab.<o:p></o:p></p>
<p class=MsoNormal>As <!--[if supportFields]><span style='mso-element:field-begin'></span> REF _Ref1 \\h <span style='mso-element:field-separator'></span><![endif]-->Figure 1<!--[if gte mso 9]><xml><w:data>08D0C9EA</w:data></xml><![endif]--><!--[if supportFields]><span style='mso-element:field-end'></span><![endif]--> shows, it marked 412${NOTE('[1]', '_ftn1', '_ftnref1')} points.<o:p></o:p></p>
<p class=MsoNormal>It weighs 10<sup>6</sup> kg on 5 m<sup>2</sup>, gives off CO<sub>2</sub>, is the 19<sup>th</sup> of its kind, and is true to 5 <span style='font-family:Symbol;mso-ascii-font-family:Calibri;mso-char-type:symbol;mso-symbol-font-family:Symbol'><span style='mso-char-type:symbol;mso-symbol-font-family:Symbol'>m</span></span>m.<o:p></o:p></p>
<p class=MsoNormal>In all <span class=msoDel><del cite="mailto:Jane%20Doe" datetime="2026-11-01T10:00">1,420</del></span><span class=msoIns><ins cite="mailto:Jane%20Doe" datetime="2026-11-01T10:00">1,240</ins></span> points<a style='mso-comment-reference:JD_1;mso-comment-date:20261101T1000'> were kept</a><span class=MsoCommentReference><span style='font-size:8.0pt'><![if !supportAnnotations]><a class=msocomanchor id="_anchor_1" href="#_msocom_1" language=JavaScript name="_msoanchor_1">[JD1]</a><![endif]><span style='mso-special-character:comment'>&nbsp;</span></span></span>.<o:p></o:p></p>
${item(1, '·', 'Standing water')}
${item(2, '§', 'on the slab')}
${item(1, '·', 'A knocked station')}
<table class=MsoTableGrid border=1><thead><tr><td><p class=MsoNormal><b>Machine</b></p></td><td><p class=MsoNormal>Points</p></td><td><p class=MsoNormal>Year</p></td></tr></thead><tr><td><p class=MsoNormal>A</p></td><td><p class=MsoNormal>&nbsp;</p></td><td><p class=MsoNormal>2026</p></td></tr><tr><td><p class=MsoNormal>B</p></td><td><p class=MsoNormal>412</p><p class=MsoNormal>of 500</p></td><td><p class=MsoNormal>&nbsp;</p></td></tr></table>
<p class=MsoNormal>Ask <a href="mailto:dana@example.org">Dana</a> or read <a href="http://plain.example/log">the log</a>.<o:p></o:p></p>
<div style='mso-element:footnote-list'><![if !supportFootnotes]><br clear=all><hr align=left size=1 width="33%"><![endif]><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText>${NOTE('[1]', '_ftnref1', '_ftn1')} Counted in the site log.<o:p></o:p></p></div></div>
<div style='mso-element:comment-list'><![if !supportAnnotations]><hr class=msocomoff align=left size=1 width="33%"><![endif]><div style='mso-element:comment'><![if !supportAnnotations]><div id="_com_1" class=msocomtxt><![endif]><span style='mso-comment-author:"Jane Doe"'><a name="_msocom_1"></a></span><p class=MsoCommentText><a href="#_msoanchor_1" class=msocomoff>[JD1]</a>Is this settled?<o:p></o:p></p><![if !supportAnnotations]></div><![endif]></div></div>
<p class=MsoNormal>The last words.<o:p></o:p></p>
<!--EndFragment--></body></html>`,
  },
  blocks: [
    ['heading', '2.1 The trial'],
    ['paragraph', 'Before the picture.'],
    ['paragraph', 'Figure 1. The slab.'],
    ['paragraph', 'As Figure 1 shows, it marked 412 points.'],
    ['paragraph', 'It weighs 10⁶ kg on 5 m², gives off CO₂, is the 19th of its kind, and is true to 5 μm.'],
    ['paragraph', 'In all 1,240 points were kept.'],
    ['list', '- Standing water\n- on the slab\n- A knocked station'],
    ['paragraph', '**Machine** · Points · Year'],
    ['paragraph', 'A · · 2026'],
    ['paragraph', 'B · 412; of 500'],
    ['paragraph', 'Ask Dana or read the log.'],
    ['paragraph', 'The last words.'],
    ['paragraph', 'Counted in the site log.'],
  ],
  told: [
    `Left out: 1 picture, 2 links that are not https, 1 deleted passage, 1 comment, 1 footnote mark. Changed: 1 footnote, now at the end, 1 table, each row now one line, 1 nested list, now flat. ${PICTURES}`,
    'Picture: The robot on the slab',
    'Footnote mark: [1]',
    'Deleted passage: 1,420',
    'Link that is not https: Dana (mailto:dana@example.org)',
    'Link that is not https: the log (http://plain.example/log)',
    'Comment: [JD1]Is this settled?',
  ],
};

export const EXCEL: Clipboard = {
  held: {
    html: `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta name=Generator content="Microsoft Excel 15"><style><!-- .xl65 {mso-number-format:"\\#\\,\\#\\#0";} .font5 {vertical-align:super;} --></style></head><body link=blue vlink=purple>
<table border=0 cellpadding=0 cellspacing=0 width=192 style='border-collapse:collapse;width:144pt'><!--StartFragment--><col width=64 span=3 style='width:48pt'>
<tr height=20 style='height:15.0pt'><td height=20 width=64>Machine</td><td width=64>Points</td><td width=64>Area in m<font class="font5"><sup>2</sup></font></td></tr>
<tr height=20 style='display:none'><td>Hidden</td><td>999</td><td>999</td></tr>
<tr height=20><td height=20>Robot A</td><td class=xl65 align=right x:num="1240.4">1,240</td><td align=right x:num>37.5</td></tr>
<tr height=20><td height=20>Robot B</td><td></td><td align=right x:num>12</td></tr><!--EndFragment--></table></body></html>`,
    text: 'Machine\tPoints\tArea in m2\r\nRobot A\t1,240\t37.5\r\nRobot B\t\t12\r\n',
  },
  blocks: [
    ['paragraph', 'Machine · Points · Area in m²'],
    ['paragraph', 'Robot A · 1,240 · 37.5'],
    ['paragraph', 'Robot B · · 12'],
  ],
  told: ['Changed: 1 table, each row now one line.'],
};

/** Text from Apple's Pages, as Safari and Chrome pass it on. */
export const PAGES: Clipboard = {
  held: {
    html: `<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN"><html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><meta name="Generator" content="Cocoa HTML Writer"><style type="text/css">p.p1 {margin: 0.0px; font: 12.0px Helvetica} span.s1 {font: 8.0px Helvetica}</style></head><body>
<p class="p1"><b>What the crew saw</b></p><p class="p2"><br></p>
<p class="p1">It covers 3 × 10<span class="s1"><sup>4</sup></span> m<sup>3</sup> at 10<sup>−3</sup> bar, <s>412</s> 397 points.</p>
<ol class="ol1"><li class="li1"><span class="s2"></span>Set out<ol class="ol1"><li class="li1">Find the bench mark</li></ol></li><li class="li1">Check</li></ol>
<table cellspacing="0" cellpadding="0" class="t1"><tbody><tr><td valign="top" class="td1"><p class="p1">Points</p></td><td valign="top" class="td2"><p class="p1">412</p></td></tr></tbody></table>
</body></html>`,
  },
  blocks: [
    ['paragraph', '**What the crew saw**'],
    ['paragraph', 'It covers 3 × 10⁴ m³ at 10⁻³ bar, 412 397 points.'],
    ['list', '1. Set out\n2. Find the bench mark\n3. Check'],
    ['paragraph', 'Points · 412'],
  ],
  told: [
    'Changed: 1 table, each row now one line, 1 nested list, now flat, 1 list with other numbers than before, 1 struck-through passage, now plain words.',
    'Struck-through passage, now plain words: 412',
    'List with other numbers than before: “Check” was 2, is 3',
  ],
};
