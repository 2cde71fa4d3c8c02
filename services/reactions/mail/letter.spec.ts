import { letterOf } from './letter.ts';

const words = {
  subject: 'Hello',
  name: '<b>Ada</b> & Co',
  paragraphs: ['She said "yes" & <script>alert(1)</script>.'],
  link: { label: 'Open it', url: 'https://records.example/x?a=1&b="' },
  after: ['The link works for a day.'],
};

it('says the same as text and as HTML, in which nothing typed is markup', () => {
  const { text, html } = letterOf(words);
  expect(text).toContain(
    'Good day <b>Ada</b> & Co,\n\nShe said "yes" & <script>alert(1)</script>.\n\nOpen it:\nhttps://records.example/x?a=1&b="\n\n',
  );
  expect(html).not.toMatch(/<(script|b)>/);
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(html).toContain('<a href="https://records.example/x?a=1&amp;b=&quot;">Open it</a>');
});
