import { hasOwnText, unreadText } from './own-text.ts';
import { References } from './references.ts';
import type { RawResource } from './resources/fhir-file.ts';

const report = (more: object) => ({ resourceType: 'DiagnosticReport', status: 'final', ...more }) as RawResource;

it.each([
  [{}, false],
  [{ conclusion: ' \n' }, false],
  [{ conclusionCode: [{}] }, false],
  [{ performer: [{ display: 'Dr. Who' }] }, false],
  [{ conclusion: 'x' }, true],
  [{ conclusionCode: [{ text: 'x' }] }, true],
  [{ presentedForm: [{}] }, true],
  [{ presentedForm: { url: 'x' } }, true],
  [{ presentedForm: null }, false],
  [{ media: [{ comment: 'Slide shows blasts' }] }, true],
  [{ meta: { security: [{ code: 'R', display: 'restricted' }] } }, true],
  [{ meta: { security: [{ code: 'N', display: 'normal' }] } }, false],
  [{ imagingStudy: [{ display: 'CT of the chest' }] }, true],
  [{ resultsInterpreter: [{ display: 'Dr. Who' }], issued: '2025-03-01', encounter: { display: 'Visit' } }, false],
  ...[
    [{ condition: [{ text: 'hemolyzed' }] }, true],
    [{ note: [{ text: 'Too little' }] }, true],
    [{ status: 'unsatisfactory' }, true],
    [{ type: { text: 'Serum' }, status: 'available', condition: [] }, false],
  ].map(([specimen, expected]) => [
    { specimen: [{ reference: '#s' }], contained: [{ ...(specimen as object), resourceType: 'Specimen', id: 's' }] },
    expected,
  ]),
] as [object, boolean][])('tells whether a report says something besides its results: %j', (more, expected) =>
  expect(hasOwnText(report(more), new References())).toBe(expected),
);

it.each([
  [{ conclusion: 'x', conclusionCode: [{}], presentedForm: [{}] }, undefined],
  [{ conclusion: null, presentedForm: { url: 'x' } }, undefined],
  [{ conclusion: ['Malignant'] }, 'its conclusion cannot be read'],
  [{ conclusionCode: ['C80'] }, 'a code of its conclusion cannot be read'],
  [{ presentedForm: [{}, 'x'] }, 'a file of it cannot be read'],
])('tells what of its own words cannot be read: %j', (more, expected) => expect(unreadText(report(more))).toBe(expected));
