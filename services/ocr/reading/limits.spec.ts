import { drawn, reportBytes, reportNames, scannedPdf, textPdf } from '../fixtures/make-files.ts';
import { checkBytes, checkPages, checkPdfStreams, checkPixels, limits } from './limits.ts';

const refusal = (code: string) => expect.objectContaining({ code });

it('refuses more bytes, pages or pixels than a report has', () => {
  expect(() => checkBytes({ length: limits.bytes + 1 } as Uint8Array)).toThrow(refusal('too-large'));
  expect(() => checkPages(limits.pages + 1)).toThrow(refusal('too-many-pages'));
  expect(() => checkPixels(10_000, 6_001)).toThrow(refusal('too-many-pixels'));
  expect(() => {
    checkBytes({ length: limits.bytes } as Uint8Array);
    checkPages(limits.pages);
    checkPixels(10_000, 6_000);
  }).not.toThrow();
});

it('takes the reports kept with the project', () => {
  for (const name of reportNames) expect(() => checkPdfStreams(reportBytes(name))).not.toThrow();
});

it('refuses a picture inside a PDF by the size it claims', () => {
  expect(() => checkPdfStreams(scannedPdf(new Uint8Array(10), 60_000, 60_000))).toThrow(refusal('too-many-pixels'));
  expect(() => checkPdfStreams(scannedPdf(new Uint8Array(10), 2_000, 3_000))).not.toThrow();
});

it('refuses a stream that unpacks to far more than a report holds', () => {
  expect(() => checkPdfStreams(textPdf([`%${' '.repeat(limits.unpacked + 1)}`]))).toThrow(refusal('too-much-inside'));
  expect(() => checkPdfStreams(textPdf([`%${' '.repeat(1_000_000)}`, drawn([[50, 700, 'small']])]))).not.toThrow();
});
