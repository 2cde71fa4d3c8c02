export type ColumnKind = 'name' | 'value' | 'flag' | 'unit' | 'range' | 'previous' | 'dated' | 'specimen' | 'other';

/** Column titles without spaces and signs, longest found first. */
const TITLES: Record<Exclude<ColumnKind, 'dated'>, string[]> = {
  name: [
    ...[
      'test',
      'tests',
      'testname',
      'testdescription',
      'nameoftest',
      'investigation',
      'investigations',
      'parameter',
      'parameters',
      'component',
      'analyte',
    ],
    ...[
      'examination',
      'untersuchung',
      'analyt',
      'analyse',
      'bezeichnung',
      'laborwert',
      'messgröße',
      'procedure',
      'description',
      'parametername',
    ],
    ...['analyses', 'examen', 'examens', 'paramètre', 'paramètres', 'dosage', 'libellé'],
  ],
  value: [
    ...[
      'result',
      'results',
      'value',
      'values',
      'resultvalue',
      'yourvalue',
      'yourresult',
      'observedvalue',
      'observedvalues',
      'currentresult',
      'inrange',
    ],
    ...[
      'currentresultandflag',
      'resultandflag',
      'outofrange',
      'testresult',
      'ergebnis',
      'ergebnisse',
      'wert',
      'messwert',
      'resultat',
      'befund',
    ],
    ...['résultat', 'résultats', 'valeur', 'latest', 'latestresult', 'aktuell', 'actuel'],
  ],
  flag: ['flag', 'flags', 'abnormal', 'hl', 'bewertung', 'kennzeichen', 'kz', 'status', 'interpretation'],
  unit: ['unit', 'units', 'einheit', 'einheiten', 'maßeinheit', 'uom', 'unité', 'unités', 'unite', 'unites'],
  range: [
    ...[
      'referencerange',
      'referenceinterval',
      'refrange',
      'refinterval',
      'normalrange',
      'normalvalues',
      'range',
      'biologicalreferenceinterval',
      'reference',
    ],
    ...[
      'biologicalrefinterval',
      'biorefinterval',
      'referencevalues',
      'expectedvalues',
      'standardrange',
      'referenzbereich',
      'referenzwerte',
      'referenz',
    ],
    ...[
      'normbereich',
      'normalbereich',
      'normalwerte',
      'normwerte',
      'normwert',
      'referencerangeunits',
      'limits',
      'bioref',
      'biologicalreferencerange',
    ],
    ...[
      'valeursderéférence',
      'valeurderéférence',
      'intervallederéférence',
      'valeursusuelles',
      'référence',
      'références',
      'normes',
      'norme',
    ],
    ...['ref', 'réf', 'refs', 'refvalue', 'refvalues', 'refbereich', 'refwert', 'refwerte', 'referenzwert', 'referenzintervall'],
    ...['norm', 'normal', 'normalwert', 'normals', 'sollwert', 'sollwerte', 'sollbereich', 'interval', 'intervals', 'rr'],
    ...['vr', 'vréf', 'valref', 'valréf', 'valeursderéf', 'valeursréf', 'valeursdereference', 'valeurdereference', 'valeurusuelle'],
    ...['valeursnormales', 'intervalle', 'intervalles', 'intervalledereference', 'intervallesderéférence', 'intervallederéf'],
  ],
  previous: [
    ...[
      'previousresultanddate',
      'previousresult',
      'previous',
      'priorresult',
      'prior',
      'previousvalue',
      'lastresult',
      'vorwert',
      'vorwerte',
      'vorbefund',
    ],
    ...['antériorité', 'antériorités', 'antérieur', 'résultatantérieur'],
  ],
  specimen: ['specimen', 'specimentype', 'sampletype', 'material', 'probenmaterial', 'untersuchungsmaterial', 'échantillon'],
  other: ['lab', 'method', 'methode', 'date', 'datum', 'comment', 'comments', 'kommentar', 'remarks', 'code', 'sno', 'site'],
};
const kinds = new Map(Object.entries(TITLES).flatMap(([kind, titles]) => titles.map((title) => [title, kind as ColumnKind] as const)));

const oneEditApart = (a: string, b: string): boolean => {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let [i, j] = [a.length, b.length];
  while (i > start && j > start && a[i - 1] === b[j - 1]) [i, j] = [i - 1, j - 1];
  return Math.max(i, j) - start <= 1;
};

/** A long title may have one misread letter. */
export const kindOf = (title: string): ColumnKind | undefined =>
  kinds.get(title) ?? (title.length < 6 ? undefined : [...kinds].find(([known]) => known.length >= 6 && oneEditApart(known, title))?.[1]);
