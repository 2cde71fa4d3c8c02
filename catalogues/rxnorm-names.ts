const ROUTES: readonly [RegExp, string][] = [
  [/^oral |\boral\b/, 'oral'],
  [/ophthalmic/, 'ophthalmic'],
  [/\botic\b/, 'auricular (otic)'],
  [/nasal/, 'nasal'],
  [/rectal|enema/, 'rectal'],
  [/vaginal/, 'vaginal'],
  [/inhal|inhaler/, 'respiratory (inhalation)'],
  [/sublingual/, 'sublingual'],
  [/buccal/, 'buccal'],
  [/transdermal/, 'transdermal'],
  [/topical|medicated|shampoo|patch/, 'topical'],
  [/chewable tablet|lozenge|disintegrating/, 'oral'],
];

/** RxNorm's one text for form and route in the words of the directory: 'extended release oral tablet' is 'tablet, extended release', 'oral'. */
export const formAndRoute = (text: string): { form: string; route: string } => {
  const written = text.trim().toLowerCase();
  const route = ROUTES.find(([pattern]) => pattern.test(written))?.[1] ?? '';
  let form = written
    .replace(/\b(oral|ophthalmic|otic|nasal|rectal|vaginal|topical|sublingual|buccal|transdermal)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  for (const kind of ['extended release', 'delayed release', 'disintegrating', 'chewable', 'effervescent']) {
    if (!form.startsWith(`${kind} `)) continue;
    form = `${form.slice(kind.length + 1)}, ${kind === 'disintegrating' ? 'orally disintegrating' : kind}`;
  }
  return { form: form === '' ? written : form, route };
};

/** What kind of form it is, for comparing lists: film coated or not is one, extended release is another. */
export const formKey = (form: string): string => {
  const text = form.toLowerCase();
  const kind = /tablet/.test(text) ? 'tablet' : /capsule/.test(text) ? 'capsule' : (text.split(/[^a-z]+/)[0] ?? '');
  const release = /extended/.test(text)
    ? ' extended'
    : /delayed/.test(text)
      ? ' delayed'
      : /disintegrating/.test(text)
        ? ' odt'
        : /chewable/.test(text)
          ? ' chewable'
          : '';
  return kind + release;
};

/** '500mg;2.5mg/ml' is '500 mg; 2.5 mg/mL'. */
export const rxNormStrength = (text: string): string =>
  text
    .split(';')
    .map((part) =>
      part
        .trim()
        .replace(/^([\d.]+)\s*/, '$1 ')
        .replace(/\/ml\b/i, '/mL')
        .replace(/\bunt\b/i, 'units')
        .replace(/\bmeq\b/i, 'mEq'),
    )
    .filter((part) => part !== '')
    .join('; ');
